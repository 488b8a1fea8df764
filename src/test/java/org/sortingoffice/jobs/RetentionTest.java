package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private long now = Long.MAX_VALUE - 5;
  private final Retention retention =
      new Retention(30, OptionalInt.empty(), Duration.ofMinutes(10), meters, () -> now);

  @Test
  void aWalkGoesOnFromWhereItCameTo_andThenRests() {
    assertThat(retention.due()).isTrue();
    assertThat(retention.after()).isZero();
    retention.moveOn(row(900, 1_000, true));

    assertThat(retention.due()).isTrue();
    assertThat(retention.after()).isEqualTo(1_000);
    retention.moveOn(row(3, 1_500, false));

    assertThat(retention.due()).isFalse();
    now += Duration.ofMinutes(10).toNanos();
    assertThat(retention.due()).isTrue();
    assertThat(retention.after()).isZero();
  }

  @Test
  void aSlowStatementIsFollowedByASmallerOne_Q56() {
    int before = retention.batch();
    retention.due();
    now += Duration.ofSeconds(3).toNanos();
    retention.moveOn(row(1, 1_000, true));

    assertThat(retention.batch()).isEqualTo(before / 2);
    retention.due();
    retention.moveOn(row(1, 2_000, true));
    assertThat(retention.batch()).isEqualTo(before);
  }

  @Test
  void aStatementThatFailedIsRepeatedFromTheSamePlaceWithHalfOfIt_Q56() {
    retention.due();
    retention.moveOn(row(1, 1_000, true));
    int before = retention.batch();
    retention.due();

    assertThat(retention.due()).isTrue();
    assertThat(retention.after()).isEqualTo(1_000);
    assertThat(retention.batch()).isEqualTo(before / 2);
  }

  @Test
  void itNeverBecomesSoSmallThatItDoesNothing_Q56() {
    for (int failures = 0; failures < 100; failures++) {
      retention.due();
    }

    assertThat(retention.batch()).isEqualTo(10);
  }

  @Test
  void whatIsDeletedIsCountedByItsState_Q54() {
    retention.due();
    retention.moveOn(row(7, 1_000, true));

    assertThat(
            meters.get("sorting_office_jobs_deleted").tag("state", "succeeded").counter().count())
        .isEqualTo(7);
    assertThat(
            meters.get("sorting_office_jobs_deleted").tag("state", "dead_letter").counter().count())
        .isZero();
  }

  private static Map<String, Object> row(long succeeded, long reached, boolean goesOn) {
    return Map.of(
        "succeeded",
        succeeded,
        "cancelled",
        0L,
        "failed",
        0L,
        "dead_letter",
        0L,
        "reached",
        reached,
        "goes_on",
        goesOn);
  }
}
