package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads how long the provider asks us to wait: the header {@code retry-after-ms}, then {@code
 * Retry-After} in seconds or as a date (RFC 9110, 10.2.3), then what its error says. Of several
 * header lines the largest valid one counts. What makes no sense is ignored with a warning, so that
 * a malformed hint never makes a wait shorter than the backoff; what is huge is capped.
 */
public final class RetryHints {
  private static final Logger LOG = LoggerFactory.getLogger(RetryHints.class);
  private static final Pattern NUMBER = Pattern.compile("\\d{1,100}(?:\\.\\d{1,100})?");
  private static final int WARNINGS = 100;

  private final InstantSource clock;
  private final HttpDate dates;
  private final BigDecimal capMillis;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  /**
   * @param clock used when the response does not say what time the provider has
   * @param cap the longest wait that a hint can ask for
   */
  public RetryHints(InstantSource clock, Duration cap) {
    this.clock = clock;
    this.dates = new HttpDate(clock);
    this.capMillis = BigDecimal.valueOf(cap.toMillis());
  }

  /**
   * The hint of a response.
   *
   * @param error the error in its body; a missing node when there is none
   */
  RetryHint of(ProviderResponse response, JsonNode error) {
    RetryHint millis = largest(response, "retry-after-ms", RetryHints::number);
    if (millis.millis() > 0) {
      return millis;
    }
    RetryHint after = largest(response, "Retry-After", text -> secondsOrDate(text, response));
    if (after.millis() > 0) {
      return after;
    }
    // Where there is no wait to keep, what was said is still shown.
    return BodyHint.in(error)
        .map(told -> capped(told.millis(), told.raw()))
        .orElse(after.raw() == null ? millis : after);
  }

  private RetryHint largest(
      ProviderResponse response, String header, Function<String, Optional<BigDecimal>> reader) {
    RetryHint largest = RetryHint.NONE;
    for (String line : response.lines(header)) {
      String text = line.strip();
      Optional<BigDecimal> wait = reader.apply(text);
      if (wait.isEmpty()) {
        warn("The provider's %s \"%s\" makes no sense: ignored.", header, text);
      }
      RetryHint hint = wait.map(found -> capped(found, text)).orElse(new RetryHint(0, text));
      if (largest.raw() == null || hint.millis() > largest.millis()) {
        largest = hint;
      }
    }
    return largest;
  }

  private Optional<BigDecimal> secondsOrDate(String text, ProviderResponse response) {
    Optional<BigDecimal> seconds = number(text);
    if (seconds.isPresent()) {
      // The RFC knows whole seconds only: a fraction is rounded up, never down.
      return seconds.map(found -> found.setScale(0, RoundingMode.CEILING).movePointRight(3));
    }
    return dates.parse(text).map(until -> BigDecimal.valueOf(millisUntil(until, response)));
  }

  // Measured by the provider's own clock, which may be minutes off ours.
  private long millisUntil(Instant until, ProviderResponse response) {
    Instant now = dates.parse(response.first("Date")).orElseGet(clock::instant);
    return Math.max(0, Duration.between(now, until).toMillis());
  }

  private static Optional<BigDecimal> number(String text) {
    return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }

  private RetryHint capped(BigDecimal millis, String raw) {
    if (millis.compareTo(capMillis) <= 0) {
      return new RetryHint(millis.setScale(0, RoundingMode.CEILING).longValue(), raw);
    }
    String cap = capMillis.movePointLeft(3).stripTrailingZeros().toPlainString();
    warn(
        "The provider asks to wait \"%2$s\": it is asked again after %1$s s, as RETRY_AFTER_CAP_SECONDS says.",
        cap, raw);
    return new RetryHint(capMillis.longValue(), raw);
  }

  // An odd hint is told once, and not with each of a thousand refusals.
  private void warn(String message, String first, String raw) {
    String shown = new RetryHint(0, raw).raw();
    String told = message.formatted(first, shown == null ? "" : shown);
    if (warned.size() < WARNINGS && warned.add(told)) {
      LOG.warn(told);
    }
  }
}
