package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.simulator.RunningSimulator.Answer;

/** The quota and its hints, on a clock that runs ten times as fast: 60 s are 6 s. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorRateLimitTest {
  private RunningSimulator simulator;

  @BeforeAll
  void start() {
    simulator =
        RunningSimulator.start(
            SimulatorSettings.defaults()
                .withPace(new Pace(Duration.ZERO, 150, Duration.ofMinutes(1), 10)));
  }

  @AfterAll
  void stop() {
    simulator.close();
  }

  @Test
  void aQuotaLetsItsLimitThroughAndRefusesTheRestWithWholeSeconds() {
    simulator.mode("{\"mode\":\"quota\",\"limit\":2}");
    assertThat(simulator.classify("one").status()).isEqualTo(200);
    Answer second = simulator.embed("two");
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.header("Retry-After")).isNull();
    assertThat(second.header("x-ratelimit-remaining-requests")).isEqualTo("0");
    Answer refused = simulator.classify("three");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.at("/error/code").textValue()).isEqualTo("rate_limit_exceeded");
    assertThat(refused.header("Retry-After")).isEqualTo("6");
  }

  @Test
  void theNextWindowLetsCallsThroughAgainAfterTheHint() {
    simulator.mode("{\"mode\":\"quota_ms\",\"limit\":1,\"window_seconds\":2}");
    assertThat(simulator.classify("one").status()).isEqualTo(200);
    Answer refused = simulator.classify("two");
    long wait = Long.parseLong(refused.header("retry-after-ms"));
    assertThat(wait).isBetween(1L, 200L);
    Answer later =
        simulator
            .sendAsync(simulator.chatRequest("three", true))
            .thenComposeAsync(
                early -> simulator.sendAsync(simulator.chatRequest("three", true)),
                CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS))
            .join();
    assertThat(later.status()).isEqualTo(200);
  }

  @Test
  void newModesBeginANewWindow() {
    simulator.mode("{\"mode\":\"quota\",\"limit\":1}");
    assertThat(simulator.classify("one").status()).isEqualTo(200);
    assertThat(simulator.classify("two").status()).isEqualTo(429);
    simulator.mode("{\"mode\":\"quota\",\"limit\":1}");
    assertThat(simulator.classify("three").status()).isEqualTo(200);
  }

  @Test
  void quotaDateNamesTheMomentInEachForm() {
    assertThat(quotaDate("imf"))
        .satisfies(text -> assertThat(secondsFromNow(imf(text))).isBetween(4L, 7L));
    assertThat(quotaDate("rfc850"))
        .matches("[A-Z][a-z]+day, \\d\\d-[A-Z][a-z]{2}-\\d\\d [\\d:]{8} GMT");
    assertThat(quotaDate("asctime"))
        .matches("[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d [\\d:]{8} \\d{4}");
  }

  private String quotaDate(String form) {
    simulator.mode("{\"mode\":\"quota_date\",\"limit\":0,\"form\":\"" + form + "\"}");
    return simulator.classify("one").header("Retry-After");
  }

  @Test
  void aProviderWithAWrongClockIsConsistentWithItself() {
    simulator.mode("{\"mode\":\"quota_date\",\"limit\":0,\"clock_offset_seconds\":-300}");
    Answer answer = simulator.classify("one");
    assertThat(secondsFromNow(imf(answer.header("Date")))).isCloseTo(-300, within(3L));
    long wait =
        Duration.between(imf(answer.header("Date")), imf(answer.header("Retry-After"))).toSeconds();
    assertThat(wait).isBetween(5L, 7L);
  }

  @Test
  void quotaBodyHintsInTheMessageOnly() {
    simulator.mode("{\"mode\":\"quota_body\",\"limit\":0}");
    Answer answer = simulator.classify("one");
    assertThat(answer.at("/error/message").textValue())
        .matches(".*Please try again in (6|5\\.\\d{1,3})s\\.");
    assertThat(answer.response().headers().map().keySet())
        .containsExactlyInAnyOrder("content-length", "content-type", "date", "x-request-id");
  }

  @Test
  void quotaNoneDoesNotHint() {
    simulator.mode("{\"mode\":\"quota_none\",\"limit\":0}");
    Answer answer = simulator.classify("one");
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.body()).doesNotContain("try again in");
    assertThat(answer.response().headers().map().keySet())
        .containsExactlyInAnyOrder("content-length", "content-type", "date", "x-request-id");
  }

  @Test
  void quotaHugeHintsAbsurdly() {
    simulator.mode("{\"mode\":\"quota_huge\",\"limit\":0}");
    assertThat(simulator.classify("one").header("Retry-After")).isEqualTo("9999999999");
    simulator.mode("{\"mode\":\"quota_huge\",\"limit\":0,\"value\":86400}");
    assertThat(simulator.classify("one").header("Retry-After")).isEqualTo("86400");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-3", "+3", "1.5", "120junk", "20261101", "NaN", "1e9", ""})
  void rateLimitedSendsTheRawHeader(String raw) {
    simulator.mode("{\"mode\":\"rate_limited\",\"header\":\"" + raw + "\"}");
    Answer answer = simulator.classify("one");
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.header("Retry-After")).isEqualTo(raw);
  }

  @Test
  void rateLimitedTakesItsHeaderFromAMarkerAndHasNoneOtherwise() {
    simulator.mode("{\"mode\":\"rate_limited\"}");
    assertThat(simulator.classify("one").header("Retry-After")).isNull();
    assertThat(simulator.classify("one [sim:rate_limited=3]").header("Retry-After")).isEqualTo("3");
  }

  @Test
  void rateLimitedSendsSeveralHeadersMillisecondsAndDatesInTheFuture() {
    simulator.mode("{\"mode\":\"rate_limited\",\"header\":[\"3\",\"5\"],\"ms\":1500}");
    Answer answer = simulator.classify("one");
    assertThat(answer.response().headers().allValues("Retry-After")).containsExactly("3", "5");
    assertThat(answer.header("retry-after-ms")).isEqualTo("1500");
    simulator.mode("{\"mode\":\"rate_limited\",\"date_in\":90}");
    assertThat(secondsFromNow(imf(simulator.classify("one").header("Retry-After"))))
        .isCloseTo(90, within(3L));
    simulator.mode("{\"mode\":\"rate_limited\",\"date_in\":90,\"form\":\"asctime\"}");
    String asctime = simulator.classify("one").header("Retry-After");
    assertThat(
            LocalDateTime.parse(
                asctime, DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)))
        .isNotNull();
  }

  private static ZonedDateTime imf(String text) {
    return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
  }

  private static long secondsFromNow(ZonedDateTime moment) {
    return Duration.between(ZonedDateTime.now(moment.getZone()), moment).toSeconds();
  }
}
