package org.sortingoffice.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Keeps pages that refresh themselves from piling questions up at the database: however many tabs
 * ask the same, it is asked once a second at most, and never again before it was answered.
 *
 * @param <T> what an answer is
 */
final class OncePerSecond<T> {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** People ask for few different things in the same second; more than this forgets all. */
  private static final int MOST = 200;

  private final Map<String, Asked<T>> asked = new ConcurrentHashMap<>();
  private final LongSupplier nanos;

  /**
   * @param nanos a clock that only knows differences
   */
  OncePerSecond(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * The answer, at most a second old when the question was asked by somebody else before.
   *
   * @param question names what is asked
   * @param source answers it; what it throws is thrown here, to all who waited for it
   */
  T answer(String question, Supplier<T> source) {
    CompletableFuture<T> mine = new CompletableFuture<>();
    if (asked.size() >= MOST) {
      asked.clear();
    }
    Asked<T> entry =
        asked.compute(
            question,
            (key, before) ->
                before != null && before.isGood(nanos.getAsLong())
                    ? before
                    : new Asked<>(nanos.getAsLong(), mine));
    if (entry.answer() == mine) {
      try {
        mine.complete(source.get());
      } catch (Throwable failure) {
        // Nobody may be left waiting, whatever it was.
        asked.remove(question, entry);
        mine.completeExceptionally(failure);
      }
    }
    try {
      return entry.answer().join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }

  /**
   * Whoever asks next is answered anew, whatever the question: somebody has just changed something,
   * which may stand in many answers.
   */
  void forget() {
    asked.clear();
  }

  private record Asked<T>(long at, CompletableFuture<T> answer) {
    boolean isGood(long now) {
      return !answer.isDone() || now - at < SECOND;
    }
  }
}
