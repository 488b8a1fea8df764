package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.LeaseLost.Reason;
import org.sortingoffice.jobs.Leases.Renewal;

class LeasesTest {
  private static final Lease LEASE = new Lease(7, 3);
  private static final Lease OTHER = new Lease(8, 1);

  private final AtomicLong nanos = new AtomicLong();
  private final Leases leases =
      new Leases(Duration.ofSeconds(30), Duration.ofSeconds(10), nanos::get);
  private final List<LeaseLost> broken = new ArrayList<>();

  @Test
  void areRenewedTogetherAsSoonAsOneIsDue() {
    leases.begin(LEASE, nanos.get());
    pass(9);
    leases.begin(OTHER, nanos.get());
    assertThat(leases.anyIsDue()).isFalse();
    pass(1);
    assertThat(leases.anyIsDue()).isTrue();

    Renewal renewal = leases.renewal();
    assertThat(renewal.leases()).containsExactlyInAnyOrder(LEASE, OTHER);
    leases.confirm(renewal, List.of(row(LEASE), row(OTHER)));
    assertThat(leases.anyIsDue()).isFalse();
  }

  @Test
  void aRenewalThatFailedIsDueAgainAtOnce() {
    leases.begin(LEASE, nanos.get());
    pass(10);
    leases.renewal();
    assertThat(leases.anyIsDue()).isTrue();
  }

  @Test
  void oneThatIsNotRenewedIsGivenUpBeforeItEnds() {
    leases.begin(LEASE, nanos.get());
    leases.onLoss(LEASE, broken::add);
    pass(27);
    leases.giveUpLate();
    assertThatNoException().isThrownBy(() -> leases.check(job()));
    pass(1);
    leases.giveUpLate();
    leases.giveUpLate();

    LeaseLost lost = catchThrowableOfType(LeaseLost.class, () -> leases.check(job()));
    assertThat(lost.reason()).isEqualTo(Reason.NOT_RENEWED);
    assertThat(lost).hasMessage("job 7 could not be renewed in time as delivery 3");
    assertThat(broken).as("broken off once").containsExactly(lost);
    assertThat(leases.renewal().leases()).as("not renewed any more").isEmpty();
    assertThat(leases.anyIsDue()).isFalse();
  }

  @Test
  void whoWakesUpLateIsStoppedBeforeAnybodyLooked() {
    leases.begin(LEASE, nanos.get());
    pass(28);

    LeaseLost lost = catchThrowableOfType(LeaseLost.class, () -> leases.check(job()));

    assertThat(lost.reason()).isEqualTo(Reason.NOT_RENEWED);
  }

  @Test
  void aRenewalCountsFromWhenItWasAskedForAndNotFromItsAnswer() {
    leases.begin(LEASE, nanos.get());
    pass(10);
    Renewal renewal = leases.renewal();
    pass(17);
    leases.confirm(renewal, List.of(row(LEASE)));
    pass(11);
    leases.giveUpLate();
    assertThat(catchThrowableOfType(LeaseLost.class, () -> leases.check(job()))).isNotNull();
  }

  @Test
  void oneThatDoesNotComeBackHasPassedOn() {
    leases.begin(LEASE, nanos.get());
    leases.begin(OTHER, nanos.get());
    leases.onLoss(LEASE, broken::add);
    leases.confirm(leases.renewal(), List.of(row(OTHER)));

    LeaseLost lost = catchThrowableOfType(LeaseLost.class, () -> leases.check(job()));
    assertThat(lost.reason()).isEqualTo(Reason.PASSED_ON);
    assertThat(broken).hasSize(1);
  }

  @Test
  void aWaitThatBeginsAfterTheLossEndsAtOnceAndOneThatIsOverDoesNotEndAgain() {
    leases.begin(LEASE, nanos.get());
    leases.onLoss(LEASE, broken::add);
    leases.onLoss(LEASE, null);
    leases.handedBack(List.of(LEASE));
    assertThat(broken).isEmpty();
    leases.onLoss(LEASE, broken::add);
    assertThat(broken).hasSize(1);
    assertThat(broken.get(0).reason()).isEqualTo(Reason.HANDED_BACK);
  }

  @Test
  void whatIsOverIsForgotten() {
    leases.begin(LEASE, nanos.get());
    Renewal renewal = leases.renewal();
    leases.end(LEASE);
    leases.confirm(renewal, List.of());
    pass(60);
    leases.giveUpLate();
    assertThat(leases.anyIsDue()).isFalse();
    assertThatNoException().isThrownBy(() -> leases.check(job()));
  }

  @Test
  void aShortLeaseHasAMarginToo() {
    Leases shortOnes = new Leases(Duration.ofSeconds(3), Duration.ofSeconds(1), nanos::get);
    shortOnes.begin(LEASE, nanos.get());
    nanos.addAndGet(Duration.ofMillis(2_499).toNanos());
    shortOnes.giveUpLate();
    assertThatNoException().isThrownBy(() -> shortOnes.check(job()));
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    shortOnes.giveUpLate();
    assertThat(catchThrowableOfType(LeaseLost.class, () -> shortOnes.check(job()))).isNotNull();
  }

  private void pass(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private static ClaimedJob job() {
    return new ClaimedJob(7, 500_007, 3, 1, 0, false, false, "w", "C-1", "s", "b", Set.of());
  }

  private static Map<String, Object> row(Lease lease) {
    return Map.of("id", lease.jobId(), "delivery", lease.delivery());
  }
}
