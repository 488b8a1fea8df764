package org.sortingoffice.samples;

import java.util.Random;

/** The languages that the customers write in. */
public enum Language {
  ENGLISH("en", "English", 40),
  GERMAN("de", "German", 20),
  FRENCH("fr", "French", 15),
  SPANISH("es", "Spanish", 15),
  NORWEGIAN("nb", "Norwegian", 10);

  private final String code;
  private final String words;
  private final int percent;

  Language(String code, String words, int percent) {
    this.code = code;
    this.words = words;
    this.percent = percent;
  }

  /** As in ISO 639-1; also the name of the file with its phrases. */
  public String code() {
    return code;
  }

  /** Its name in English. */
  public String inWords() {
    return words;
  }

  /** One by chance, the common ones more often. */
  static Language draw(Random random) {
    int left = random.nextInt(100);
    for (Language language : values()) {
      left -= language.percent;
      if (left < 0) {
        return language;
      }
    }
    throw new IllegalStateException("the shares of the languages are less than 100 %");
  }
}
