package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void theSameSeedGivesTheSamePlan() {
    assertThat(Plan.of(7, MINUTE)).isEqualTo(Plan.of(7, MINUTE)).isNotEqualTo(Plan.of(8, MINUTE));
  }

  @Test
  void aLongerPlanBeginsLikeAShorterOne() {
    List<Plan.Move> shorter = Plan.of(7, MINUTE).moves();
    assertThat(Plan.of(7, MINUTE.multipliedBy(3)).moves())
        .startsWith(shorter.toArray(Plan.Move[]::new));
  }

  @Test
  void tenMinutesHaveEveryKindOfDisruption() {
    assertThat(
            Plan.of(7, MINUTE.multipliedBy(10)).moves().stream()
                .map(Plan.Move::disruption)
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(Disruption.values());
  }

  @Test
  void aFreezePastTheLeaseLastsLongerThanTheLease() {
    assertThat(Plan.of(7, MINUTE.multipliedBy(10)).moves())
        .filteredOn(move -> move.disruption() == Disruption.WORKER_FROZEN)
        .allMatch(move -> move.lastsMillis() > Premises.LEASE_MILLIS);
  }

  @Test
  void whatATicketIsDependsOnItsSeedAndNumberOnly() {
    assertThat(SentTicket.of(7, 100)).isEqualTo(SentTicket.of(7, 100));
    assertThat(SentTicket.of(7, 100).key()).isNotEqualTo(SentTicket.of(8, 100).key());
  }
}
