/**
 * Telling others what became of jobs: events that were written with the change they tell of, and
 * are delivered at least once.
 */
package org.sortingoffice.outbox;
