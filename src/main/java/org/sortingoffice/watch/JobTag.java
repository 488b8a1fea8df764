package org.sortingoffice.watch;

/**
 * A job as {@code job-tags.sql} sees it.
 *
 * @param jobId which
 * @param tag changes with whatever the API tells of the job
 * @param over whether it is in a final state
 */
public record JobTag(long jobId, String tag, boolean over) {}
