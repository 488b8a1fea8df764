package org.sortingoffice.provider;

import org.sortingoffice.jobs.StorableText;

/**
 * What a model said.
 *
 * @param text its words, storable and not blank
 * @param cleaned whether something that cannot be stored was replaced in it
 * @param usage what the call used
 */
public record ChatAnswer(String text, boolean cleaned, Usage usage) {

  /** An answer of these words, made storable. */
  public static ChatAnswer of(String words, Usage usage) {
    String text = StorableText.of(words);
    return new ChatAnswer(text, !text.equals(words), usage);
  }
}
