package org.sortingoffice.samples;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;

/** Invents jobs that were set aside over the last three days, the oldest first. */
final class SampleDeadLetters implements Iterator<DeadLetter> {
  private static final long OLDEST = Duration.ofDays(3).toMillis();

  /** The longest history, five calls without an answer, takes half of this. */
  private static final long YOUNGEST = Duration.ofMinutes(12).toMillis();

  private final List<Misfortune> misfortunes = Misfortune.all();
  private final SampleTickets tickets;
  private final SampleResults results;
  private final Random random;
  private final long[] created;
  private int told;

  /**
   * @param count how many
   * @param seed the same seed gives the same ones
   * @param results what was done before they were set aside
   */
  SampleDeadLetters(int count, long seed, SampleResults results) {
    this.tickets = new SampleTickets(~seed);
    this.results = results;
    this.random = new Random(~seed);
    this.created =
        random.longs(count, YOUNGEST, OLDEST).map(ago -> -ago).sorted().map(ago -> -ago).toArray();
  }

  @Override
  public boolean hasNext() {
    return told < created.length;
  }

  @Override
  public DeadLetter next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Misfortune misfortune = misfortunes.get(told % misfortunes.size());
    return new DeadLetterHistory(tickets.next(), misfortune, created[told++], results, random)
        .tell();
  }
}
