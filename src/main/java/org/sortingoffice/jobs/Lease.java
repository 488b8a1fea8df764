package org.sortingoffice.jobs;

/**
 * The right to work on a job, given by one claim. It is the fencing token: every write of a worker
 * names it, and a write whose lease has passed on changes nothing (contract 18).
 *
 * @param jobId the job
 * @param delivery the claim, counted from 1 and never set back
 */
public record Lease(long jobId, int delivery) {}
