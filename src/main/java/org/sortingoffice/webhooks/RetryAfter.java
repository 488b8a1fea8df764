package org.sortingoffice.webhooks;

import java.time.Duration;
import java.time.Instant;
import org.sortingoffice.provider.HttpDate;

/**
 * Reads how long a receiver asks us to wait: {@code Retry-After} in seconds or as a date (RFC 9110,
 * 10.2.3). Of several lines the largest counts. What makes no sense is not kept; what is huge is
 * capped.
 */
final class RetryAfter {
  private final long capMillis;

  /**
   * @param cap the longest wait that a receiver can ask for
   */
  RetryAfter(Duration cap) {
    this.capMillis = cap.toMillis();
  }

  /**
   * The wait, in milliseconds; 0 when it asks for none.
   *
   * @param now stands in for the receiver's clock when the answer does not say what time it has
   */
  long millis(WebhookAnswer answer, Instant now) {
    return answer.retryAfter().stream()
        .mapToLong(line -> millis(line.strip(), answer, now))
        .max()
        .orElse(0);
  }

  private long millis(String line, WebhookAnswer answer, Instant now) {
    if (line.matches("\\d{1,9}")) {
      return Math.min(capMillis, Duration.ofSeconds(Long.parseLong(line)).toMillis());
    }
    HttpDate dates = new HttpDate(() -> now);
    Instant theirs = dates.parse(answer.date()).orElse(now);
    return dates
        .parse(line)
        .map(until -> Math.min(capMillis, Duration.between(theirs, until).toMillis()))
        .map(wait -> Math.max(0, wait))
        .orElse(0L);
  }
}
