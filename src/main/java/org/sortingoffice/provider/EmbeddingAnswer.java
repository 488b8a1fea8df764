package org.sortingoffice.provider;

/**
 * The vector a model gave for a text.
 *
 * @param vector its numbers, all finite
 * @param usage what the call used
 */
public record EmbeddingAnswer(float[] vector, Usage usage) {}
