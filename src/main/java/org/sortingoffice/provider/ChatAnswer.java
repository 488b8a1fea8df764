package org.sortingoffice.provider;

/**
 * What a model said.
 *
 * @param text its words, storable and not blank
 * @param usage what the call used
 */
public record ChatAnswer(String text, Usage usage) {}
