package org.sortingoffice.model;

/**
 * Which delivery the gate takes for its probe.
 *
 * @param job the job
 * @param delivery the delivery
 */
record Prober(long job, int delivery) {}
