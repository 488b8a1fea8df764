package org.sortingoffice.simulator;

/**
 * What the simulated provider charges, in US dollars for a million tokens.
 *
 * @param inputPerMillion tokens of a chat request
 * @param outputPerMillion tokens of a chat answer
 * @param embeddingPerMillion tokens of a text to embed
 */
public record Prices(double inputPerMillion, double outputPerMillion, double embeddingPerMillion) {}
