package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.provider.Responses.json;
import static org.sortingoffice.provider.Responses.with;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** H29 to H31, Q34, Q35: what the provider says about waiting. */
class RetryHintsTest {
  private static final long HOUR = 3_600_000;

  private final RetryHints hints =
      new RetryHints(
          InstantSource.fixed(Instant.parse("2026-11-01T12:00:00Z")), Duration.ofHours(1));
  private final Logger log = (Logger) LoggerFactory.getLogger(RetryHints.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void listen() {
    logged.start();
    log.addAppender(logged);
    log.setAdditive(false);
  }

  @AfterEach
  void stopListening() {
    log.setAdditive(true);
    log.detachAppender(logged);
  }

  @ParameterizedTest
  @CsvSource({
    "120, 120000",
    "' 120 ', 120000",
    "0, 0",
    "000005, 5000",
    "1.5, 2000",
    "0.2, 1000",
    "3.0, 3000",
    "3600, 3600000"
  })
  void secondsAreRead(String line, long millis) {
    assertThat(after(line).millis()).isEqualTo(millis);
    assertThat(logged.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-3",
        "-5",
        "+3",
        "120junk",
        "junk120",
        "NaN",
        "Infinity",
        "-Infinity",
        "1e9",
        "0x10",
        "1_000",
        "1,5",
        "1.",
        ".5",
        "12 34",
        "abc",
        "٣",
        "120 seconds"
      })
  void whatMakesNoSenseIsIgnoredWithOneWarningAndStillShown_H30_Q34(String line) {
    RetryHint hint = after(line);
    after(line);

    assertThat(hint.millis()).isZero();
    assertThat(hint.raw()).isEqualTo(line);
    assertThat(logged.list).hasSize(1);
    assertThat(logged.list.get(0).getFormattedMessage()).contains(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void anEmptyHintIsNone(String line) {
    assertThat(after(line)).isEqualTo(RetryHint.NONE);
    assertThat(logged.list).hasSize(1);
  }

  @Test
  void noHintIsNone() {
    assertThat(hints.of(json(429, ""), MissingNode.getInstance())).isEqualTo(RetryHint.NONE);
    assertThat(logged.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9999999999",
        "99999999999999",
        "86400",
        "3601",
        "20261101",
        "99999999999999999999999999999999",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Mon, 02 Nov 2026 12:00:00 GMT"
      })
  void hugeHintsAreCappedAndToldWithoutOverflow_H31_Q35(String line) {
    RetryHint hint = after(line);

    assertThat(hint.millis()).isEqualTo(HOUR);
    assertThat(hint.raw()).isEqualTo(line);
    assertThat(logged.list).hasSize(1);
    assertThat(logged.list.get(0).getFormattedMessage())
        .contains(line, "3600 s", "RETRY_AFTER_CAP_SECONDS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 01 Nov 2026 12:01:30 GMT",
        "Sunday, 01-Nov-26 12:01:30 GMT",
        "Sun Nov  1 12:01:30 2026"
      })
  void theThreeFormsOfADateAreRead_H29(String date) {
    assertThat(after(date).millis()).isEqualTo(90_000);
    assertThat(after(date).raw()).isEqualTo(date);
    assertThat(logged.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 01 Nov 2026 12:01:30 GMT",
        "Sunday, 01-Nov-26 12:01:30 GMT",
        "Sun Nov  1 12:01:30 2026"
      })
  void aDateIsMeasuredByTheProvidersOwnClock_H29(String date) {
    ProviderResponse slow =
        with(with(json(429, ""), "Retry-After", date), "date", "Sun, 01 Nov 2026 11:55:00 GMT");

    assertThat(of(slow).millis()).isEqualTo(390_000);
  }

  @Test
  void aDateIsMeasuredByOurClockWhenTheProvidersCannotBeRead() {
    ProviderResponse odd =
        with(
            with(json(429, ""), "Retry-After", "Sun, 01 Nov 2026 12:01:30 GMT"),
            "Date",
            "yesterday");

    assertThat(of(odd).millis()).isEqualTo(90_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 01 Nov 2026 11:59:00 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        // More than 50 years ahead, so it means 1994.
        "Sunday, 06-Nov-94 08:49:37 GMT"
      })
  void aDateInThePastIsNoHint_H29(String date) {
    assertThat(after(date).millis()).isZero();
    assertThat(logged.list).isEmpty();
  }

  @Test
  void aYearOfTwoDigitsUpToFiftyYearsAheadIsInTheFuture() {
    assertThat(after("Friday, 06-Nov-76 08:49:37 GMT").millis()).isZero();
    assertThat(after("Friday, 30-Oct-76 08:49:37 GMT").millis()).isEqualTo(HOUR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 31 Feb 2026 12:00:00 GMT",
        "Sun, 01 Nov 2026 25:00:00 GMT",
        "Sun, 01 Nov 2026 12:01:30 CET",
        "2026-11-01T12:01:30Z",
        "Sun, 01 Nov 12026 12:01:30 GMT"
      })
  void whatOnlyLooksLikeADateIsIgnoredWithAWarning(String date) {
    assertThat(after(date).millis()).isZero();
    assertThat(logged.list).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"250, 250", "1500.2, 1501", "1000000000000000, 3600000", "1e15, 0", "-1, 0"})
  void millisecondsAreRead_H31(String line, long millis) {
    assertThat(of(with(json(429, ""), "Retry-After-Ms", line)).millis()).isEqualTo(millis);
  }

  @Test
  void millisecondsComeBeforeSecondsWhenTheyMakeSense() {
    ProviderResponse both = with(json(429, ""), "Retry-After", "5");

    assertThat(of(with(both, "retry-after-ms", "1200")).millis()).isEqualTo(1_200);
    assertThat(of(with(both, "retry-after-ms", "soon")).millis()).isEqualTo(5_000);
  }

  @Test
  void ofSeveralLinesTheLargestValidOneCounts_Q34() {
    RetryHint hint = of(with(json(429, ""), "Retry-After", "3", "junk", "20", "-7"));

    assertThat(hint).isEqualTo(new RetryHint(20_000, "20"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"message\":\"Rate limit reached. Please try again in 6.5s. Visit our pages.\"} | 6500 | 6.5s",
        "{\"message\":\"Please try again in 250ms.\"} | 250 | 250ms",
        "{\"message\":\"Please retry after 20 seconds.\"} | 20000 | 20 seconds",
        "{\"message\":\"Try again in 1m12.5s.\"} | 72500 | 1m12.5s",
        "{\"message\":\"Please wait 2 minutes\"} | 120000 | 2 minutes",
        "{\"message\":\"Please retry in 2h\"} | 3600000 | 2h",
        "{\"retry_after\":3} | 3000 | 3",
        "{\"retry_after\":\"3.5\"} | 3500 | 3.5",
        "{\"retry_after_ms\":1500} | 1500 | 1500",
        "{\"details\":[{\"@type\":\"x\"},{\"retryDelay\":\"30s\"}]} | 30000 | 30s",
        "{\"metadata\":{\"retryAfter\":\"4\"}} | 4000 | 4",
        "\"Too fast, try again in 5s\" | 5000 | 5s"
      })
  void theBodyIsAskedLast(String error, long millis, String raw) throws JsonProcessingException {
    var node = new ObjectMapper().readTree(error);

    assertThat(hints.of(json(429, ""), node)).isEqualTo(new RetryHint(millis, raw));
    assertThat(hints.of(with(json(429, ""), "Retry-After", "9"), node).millis()).isEqualTo(9_000);
    assertThat(hints.of(with(json(429, ""), "Retry-After", "-9"), node).millis()).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":\"Please try again later.\"}",
        "{\"message\":\"I waited 3 days\"}",
        "{\"retry_after\":-3}",
        "{\"retry_after\":true}",
        "{\"retryDelay\":\"soon\"}",
        "{\"retry_after\":\"1e9\"}",
        "{\"code\":\"try again in 5s\"}"
      })
  void aBodyThatGivesNoWaitIsNoHint(String error) throws JsonProcessingException {
    assertThat(hints.of(json(429, ""), new ObjectMapper().readTree(error)))
        .isEqualTo(RetryHint.NONE);
  }

  @Test
  void whatIsShownIsOneStorableLineOfAtMostAHundredCharacters() {
    RetryHint hint = after("a\u0000b\nc\ud800" + "x".repeat(500));

    assertThat(hint.raw()).hasSize(100).startsWith("a\uFFFDb c\uFFFDx");
  }

  @Test
  void aFloodOfOddHintsDoesNotFloodTheLog() {
    for (int i = 0; i < 5_000; i++) {
      after("odd " + i);
    }
    assertThat(logged.list).hasSize(100);
  }

  private RetryHint after(String line) {
    return of(with(json(429, ""), "Retry-After", line));
  }

  private RetryHint of(ProviderResponse response) {
    return hints.of(response, MissingNode.getInstance());
  }
}
