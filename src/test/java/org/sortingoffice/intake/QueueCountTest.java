package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class QueueCountTest {
  private long now = Long.MAX_VALUE - 5;
  private final QueueCount count = new QueueCount(OptionalInt.of(5_000), 2, () -> now);

  @Test
  void ticketsAcceptedSinceTheCountBeganAreAdded() {
    assertThat(count.isDue()).isTrue();
    count.accepted(false);
    count.refresh(row(100, 70, 30, 1_000));
    count.accepted(true);

    assertThat(count.estimate()).isEqualTo(102);
  }

  @Test
  void aBulkTicketStandsBehindAll_aLightOneBehindTheLightOnesAndTheShareOfTheOthers() {
    look(100, 20, 30, 1_000);

    assertThat(count.accepted(true)).isEqualTo(51);
    assertThat(count.accepted(false)).isEqualTo(21 + 21);
    later(Duration.ofSeconds(1));
    look(100, 20, 5, 1_002);
    assertThat(count.accepted(false)).isEqualTo(21 + 5);
  }

  @Test
  void itIsCountedEverySecond_orSoThatItTakesAHundredthOfTheTime() {
    look(1, 1, 0, 1);
    assertThat(count.isDue()).isFalse();
    for (int slow = 0; slow < 2; slow++) {
      later(Duration.ofSeconds(1));
      assertThat(count.isDue()).as("a single slow count is an accident").isTrue();
      later(Duration.ofMillis(300));
      count.refresh(row(1, 1, 0, 1));
    }

    later(Duration.ofSeconds(29));
    assertThat(count.isDue()).isFalse();
    later(Duration.ofSeconds(1));
    assertThat(count.isDue()).isTrue();
  }

  @Test
  void aCountThatFailedIsTriedAgain() {
    assertThat(count.isDue()).isTrue();
    assertThat(count.isDue()).isTrue();
  }

  @Test
  void howFastTheQueueDrainsShowsInTheNumbersOfJobsAndTheCounts() {
    look(1_000, 1_000, 0, 50_000);
    later(Duration.ofSeconds(1));
    look(900, 900, 0, 50_200);

    assertThat(count.drainRate().perSecond()).hasValue(300);
  }

  @Test
  void aCountThatStoppedEarlySaysNothingOfTheDrain() {
    look(count.most(), 0, 0, 50_000);
    later(Duration.ofSeconds(1));
    look(count.most(), 0, 0, 50_000);

    assertThat(count.drainRate().perSecond()).isEmpty();
  }

  @Test
  void whenCountsAreFarApartWhatDrainsMeanwhileIsTakenOff() {
    look(1_000, 1_000, 0, 50_000);
    later(Duration.ofSeconds(1));
    look(900, 900, 0, 50_000);

    later(Duration.ofSeconds(1));
    assertThat(count.estimate()).isEqualTo(900);
    later(Duration.ofSeconds(4));
    assertThat(count.estimate()).isEqualTo(500);
  }

  private void look(long queued, long lightDue, long bulkDue, long newestJob) {
    count.isDue();
    count.refresh(row(queued, lightDue, bulkDue, newestJob));
  }

  private void later(Duration time) {
    now += time.toNanos();
  }

  private static Map<String, Object> row(long queued, long lightDue, long bulkDue, long newestJob) {
    return Map.of(
        "queued", queued, "light_due", lightDue, "bulk_due", bulkDue, "newest_job", newestJob);
  }
}
