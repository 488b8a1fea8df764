package org.sortingoffice.provider;

import org.sortingoffice.jobs.StorableText;

/**
 * How long the provider asks us to wait.
 *
 * @param millis the wait, already capped; 0 when it gave none that makes sense
 * @param raw what it said, word for word, for people; null when it said nothing
 */
public record RetryHint(long millis, String raw) {
  /** Nothing was said. */
  public static final RetryHint NONE = new RetryHint(0, null);

  private static final int LONGEST = 100;

  /** Cleans what was said: one line, storable, at most 100 characters. */
  public RetryHint {
    if (millis < 0) {
      throw new IllegalArgumentException("a wait of %d ms".formatted(millis));
    }
    if (raw != null) {
      String line = StorableText.of(raw).replaceAll("\\p{Cntrl}", " ").strip();
      String shown = line.length() <= LONGEST ? line : StorableText.of(line.substring(0, LONGEST));
      raw = shown.isEmpty() ? null : shown;
    }
  }
}
