package org.sortingoffice.intake;

import java.util.OptionalInt;

/**
 * How many jobs may wait.
 *
 * @param queue all together; empty: as many as there is disk for
 * @param actor of one actor; empty: as many as fit into the queue
 * @param lightJobs of one actor in the light lane, 1 at least; those beyond go into the bulk lane
 */
public record QueueLimits(OptionalInt queue, OptionalInt actor, int lightJobs) {}
