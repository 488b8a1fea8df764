package org.sortingoffice.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.CalledProvider;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.WakeUp;

class ProviderGateTest {
  private static final GatePolicy POLICY =
      new GatePolicy(
          Duration.ofSeconds(15),
          Duration.ofSeconds(120),
          Duration.ofSeconds(60),
          Duration.ofSeconds(300));

  private long nanos = 1;
  private final ProviderGate gate = gateOf(Provider.DEFAULT);
  private final ProviderGate other = gateOf(Provider.FALLBACK);
  private final ProviderGates only = new ProviderGates(List.of(gate), Set.of());
  private final ProviderGates both = new ProviderGates(List.of(gate, other), Set.of("classify"));

  private ProviderGate gateOf(Provider provider) {
    return new ProviderGate(
        provider,
        POLICY,
        new ProviderHealth(ProviderBreaker.create(new ProviderOutcome(null), 5), 3, () -> nanos),
        new WakeUp(),
        () -> nanos);
  }

  @Test
  void jobsGoOnWithoutTheDefaultOnlyWhereThereIsAFallbackAndOnlyWhileItIsClosed() {
    assertThat(both.goOnWithoutDefault()).isFalse();
    other.moveAfterFailure(refused(job(1, false), rateLimited()));
    assertThat(both.goOnWithoutDefault()).isFalse();

    gate.moveAfterFailure(refused(job(1, false), rateLimited()));

    assertThat(both.goOnWithoutDefault()).isTrue();
    assertThat(only.goOnWithoutDefault()).isFalse();
    gate.opened();
    assertThat(both.goOnWithoutDefault()).isFalse();
  }

  @Test
  void anOpenGateLetsEverybodyPass() {
    assertThatCode(() -> gate.check(job(1, false))).doesNotThrowAnyException();
  }

  @Test
  void aRateLimitClosesItForAllButAProbe() {
    Exchange refused = refused(job(1, false), rateLimited());

    assertThat(gate.moveAfterFailure(refused)).isEqualTo(ProviderGate.Move.CLOSE);

    assertThatThrownBy(() -> gate.check(job(2, false)))
        .isInstanceOfSatisfying(
            GateClosed.class,
            closed -> {
              assertThat(closed.waitReason()).isEqualTo("rate_limited");
              assertThat(closed.waitAtLeastMillis()).isEqualTo(1_000);
            });
    assertThatCode(() -> gate.check(job(3, true))).doesNotThrowAnyException();
  }

  @Test
  void whenItsTimeIsOverOnlyTheProbePassesUntilItIsOpened() {
    gate.moveAfterFailure(refused(job(1, false), rateLimited()));
    nanos += TimeUnit.MILLISECONDS.toNanos(1_001);
    gate.claimed(job(3, true));

    assertThatCode(() -> gate.check(job(3, true))).doesNotThrowAnyException();
    assertThatThrownBy(() -> gate.check(job(2, false))).isInstanceOf(GateClosed.class);
    only.opened(null);
    assertThatThrownBy(() -> gate.check(job(2, false))).isInstanceOf(GateClosed.class);
    only.opened("default");
    assertThatCode(() -> gate.check(job(2, false))).doesNotThrowAnyException();
  }

  @Test
  void theTablesAnswerSaysHowLongItStaysClosed() {
    Exchange refused = refused(job(1, false), rateLimited());
    gate.moveAfterFailure(refused);
    only.closed(
        Map.of("reason", "rate_limited", "wait_millis", 30_000L),
        refused.getVariable("gateClosing", GateClosing.class));
    nanos += TimeUnit.SECONDS.toNanos(29);

    assertThatThrownBy(() -> gate.check(job(2, false))).isInstanceOf(GateClosed.class);
  }

  @Test
  void whatAnotherWorkerDidToTheTableIsSeenHere() {
    Map<String, Object> shut = new java.util.HashMap<>();
    shut.put("reason", "breaker_open");
    shut.put("wait_millis", 5_000L);
    gate.seen(shut);
    assertThatThrownBy(() -> gate.check(job(2, false)))
        .isInstanceOf(GateClosed.class)
        .hasMessageContaining("breaker open");

    shut.put("reason", null);
    gate.seen(shut);
    assertThatCode(() -> gate.check(job(2, false))).doesNotThrowAnyException();
  }

  @Test
  void aClaimFromTheTableOpensThisSide() {
    gate.moveAfterFailure(refused(job(1, false), rateLimited()));

    gate.claimed(job(2, false));

    assertThatCode(() -> gate.check(job(3, false))).doesNotThrowAnyException();
  }

  @Test
  void aProbeThatFindsTheProviderIllClosesItAgain() {
    assertThat(
            gate.moveAfterFailure(
                refused(
                    job(1, true),
                    new ProviderUnavailable("the provider answered 503", 503, RetryHint.NONE))))
        .isEqualTo(ProviderGate.Move.CLOSE);
  }

  @Test
  void aProbeThatIsRejectedForItsOwnSakeOpensIt_Q40() {
    assertThat(
            gate.moveAfterFailure(
                refused(job(1, true), new RequestRejected("the provider answered 400", 400))))
        .isEqualTo(ProviderGate.Move.OPEN);
  }

  @Test
  void aGateThatIsClosedAlreadyIsNotClosedAgainByThoseItHeldBack() {
    assertThat(
            gate.moveAfterFailure(
                refused(
                    job(1, false),
                    new GateClosed(Provider.DEFAULT, GateReason.RATE_LIMITED, 1_000))))
        .isEqualTo(ProviderGate.Move.NONE);
  }

  @Test
  void aSingleFailureMeansNothing() {
    assertThat(
            gate.moveAfterFailure(
                refused(
                    job(1, false),
                    new ProviderUnavailable("the provider answered 503", 503, RetryHint.NONE))))
        .isEqualTo(ProviderGate.Move.NONE);
  }

  @Test
  void ofTwoTheFirstIsAskedWhileItsGateIsOpen() {
    assertThat(both.choose(job(1, false), "classify")).isEqualTo(Provider.DEFAULT);
  }

  @Test
  void whenTheFirstClosesTheSecondIsAskedForTheStepsThatMayGoThere() {
    both.moveAfterFailure(refused(job(1, false), rateLimited()));

    assertThat(both.choose(job(2, false), "classify")).isEqualTo(Provider.FALLBACK);
    assertThatThrownBy(() -> both.choose(job(2, false), "embed"))
        .isInstanceOfSatisfying(
            GateClosed.class,
            closed -> assertThat(closed.waitAtLeastMillis()).as("not at once").isEqualTo(5_000));
  }

  @Test
  void aJobStaysWithTheProviderThroughWhoseGateItCame() {
    assertThat(both.choose(throughFallback(1, false), "classify")).isEqualTo(Provider.FALLBACK);
    assertThat(both.choose(throughFallback(1, false), "embed")).isEqualTo(Provider.DEFAULT);
  }

  @Test
  void aProbeAsksItsOwnProvider() {
    both.moveAfterFailure(refused(job(1, false), rateLimited()));

    assertThat(both.choose(job(2, true), "classify")).isEqualTo(Provider.DEFAULT);
    assertThat(both.choose(job(2, true), "embed")).isEqualTo(Provider.DEFAULT);
  }

  @Test
  void whenBothAreClosedJobsWaitForTheOneThatMayOpenFirst() {
    both.moveAfterFailure(refused(job(1, false), hinted(60_000)));
    Exchange byFallback = refused(throughFallback(2, false), hinted(20_000));
    byFallback.setProperty(CalledProvider.PROPERTY, "fallback");
    both.moveAfterFailure(byFallback);

    assertThatThrownBy(() -> both.choose(job(3, false), "classify"))
        .isInstanceOfSatisfying(
            GateClosed.class,
            closed -> {
              assertThat(closed.waitAtLeastMillis()).isEqualTo(20_000);
              assertThat(closed).hasMessageContaining("the fallback's gate");
            });
    assertThatThrownBy(() -> both.choose(job(3, false), "embed"))
        .isInstanceOfSatisfying(
            GateClosed.class, closed -> assertThat(closed.waitAtLeastMillis()).isEqualTo(60_000));
  }

  @Test
  void whoIsRefusedGoesElsewhereAtOnceIfThereIsAnElsewhere() {
    Exchange refused = refused(job(1, false), hinted(60_000));
    refused.setVariable("step", "classify");
    both.moveAfterFailure(refused);
    assertThat(refused.getProperty(CalledProvider.GOES_ELSEWHERE)).isEqualTo(true);

    Exchange bound = refused(job(2, false), hinted(60_000));
    bound.setVariable("step", "embed");
    both.moveAfterFailure(bound);
    assertThat(bound.getProperty(CalledProvider.GOES_ELSEWHERE)).isNull();
  }

  @Test
  void aSingleFailureIsTriedAgainWhereItWas() {
    Exchange failed =
        refused(
            job(1, false),
            new ProviderUnavailable("the provider answered 503", 503, RetryHint.NONE));
    failed.setVariable("step", "classify");
    both.moveAfterFailure(failed);

    assertThat(failed.getProperty(CalledProvider.GOES_ELSEWHERE)).isNull();
  }

  @Test
  void theTableIsToldOfAFallbackWhenItsRowIsMissingOrRunsOut() {
    Map<String, Object> first = open("default", false);
    only.seen(List.of(first));
    assertThat(only.lacksItsRow()).isFalse();
    both.seen(List.of(first));
    assertThat(both.lacksItsRow()).isTrue();
    both.seen(List.of(first, open("fallback", true)));
    assertThat(both.lacksItsRow()).isTrue();
    both.seen(List.of(first, open("fallback", false)));
    assertThat(both.lacksItsRow()).isFalse();
  }

  private static Map<String, Object> open(String provider, boolean runsOut) {
    return Map.of("provider", provider, "runs_out", runsOut);
  }

  private static ClaimedJob throughFallback(long id, boolean probe) {
    return new ClaimedJob(
        id, 500_000 + id, 1, 1, 0, probe, false, "w", "C", "s", "b", Set.of(), null, "fallback");
  }

  private static ProviderRateLimited hinted(long millis) {
    return new ProviderRateLimited("the provider answered 429", new RetryHint(millis, "so"));
  }

  private static ProviderRateLimited rateLimited() {
    return new ProviderRateLimited("the provider answered 429", RetryHint.NONE);
  }

  private static ClaimedJob job(long id, boolean probe) {
    return new ClaimedJob(id, 500_000 + id, 1, 1, 0, probe, false, "w", "C", "s", "b", Set.of());
  }

  private static Exchange refused(ClaimedJob job, Exception failure) {
    Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    exchange.setVariable("job", job);
    exchange.setProperty(
        Exchange.EXCEPTION_CAUGHT, new RuntimeException("wrapped by Camel", failure));
    return exchange;
  }
}
