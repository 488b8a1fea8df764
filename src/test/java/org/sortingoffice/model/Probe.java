package org.sortingoffice.model;

/**
 * A job that went through the closed gate to see whether it may be opened.
 *
 * @param opened how often the gate had been opened before
 */
record Probe(int opened) {}
