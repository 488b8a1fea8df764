package org.sortingoffice.model;

/**
 * A saved result.
 *
 * @param job the job
 * @param task the step
 * @param delivery by which delivery it was saved
 * @param text what it puts on the ticket
 */
record ResultFacts(long job, String task, int delivery, String text) {}
