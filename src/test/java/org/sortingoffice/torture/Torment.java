package org.sortingoffice.torture;

import java.time.Duration;

/**
 * How a torture run is to be.
 *
 * @param seed decides what happens when; what the processes make of it is theirs
 * @param duration how long things are broken
 * @param ticketsPerSecond how many new tickets arrive meanwhile
 * @param workers how many worker processes there are
 * @param apis how many API processes there are
 * @param patience how long everything may take to settle afterwards
 */
record Torment(
    long seed, Duration duration, int ticketsPerSecond, int workers, int apis, Duration patience) {}
