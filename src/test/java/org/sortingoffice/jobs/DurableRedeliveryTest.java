package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class DurableRedeliveryTest {
  private final DurableRedelivery policy = policy();

  private static DurableRedelivery policy() {
    DurableRedelivery policy = new DurableRedelivery(new Random(1));
    policy.setMaximumAttempts(5);
    policy.setBaseSeconds(2);
    policy.setBackOffMultiplier(2);
    policy.setCapSeconds(60);
    return policy;
  }

  @Test
  void allAttemptsButTheLastAreFollowedByAnother() {
    for (int attempt = 1; attempt <= 4; attempt++) {
      assertThat(policy.decide(attempt).again()).isTrue();
    }
    assertThat(policy.decide(5).again()).isFalse();
  }

  @Test
  void theWaitIsDrawnFromTheAttemptAndNotFromCamelsCounter() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(policy.decide(1).waitMillis()).isBetween(0L, 2_000L);
      assertThat(policy.decide(4).waitMillis()).isBetween(0L, 16_000L);
    }
  }

  /** Where the window is 16 s and more; in shorter ones a second's even share is more than that. */
  @Test
  void ofFiveHundredJobsNoSecondGetsMoreThanATenth_Q38() {
    for (int attempt = 4; attempt <= 9; attempt++) {
      int[] seconds = new int[61];
      for (int job = 0; job < 500; job++) {
        seconds[(int) (policy.decide(attempt).waitMillis() / 1_000)]++;
      }
      assertThat(Arrays.stream(seconds).max().orElseThrow()).isLessThanOrEqualTo(50);
    }
  }

  @Test
  void camelIsToldNotToRedeliverAndTheDecisionIsLeftOnTheExchange() {
    Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    exchange.setVariable(
        "job", new ClaimedJob(1, 500_001, 7, 2, 0, false, false, "w", "C", "s", "b", Set.of()));

    boolean inMemory = policy.shouldRedeliver(exchange, 1, null);

    assertThat(inMemory).isFalse();
    DurableRedelivery.Decision decision =
        exchange.getProperty(DurableRedelivery.DECISION, DurableRedelivery.Decision.class);
    assertThat(decision.again()).isTrue();
    assertThat(decision.waitMillis()).isBetween(0L, 4_000L);
  }

  @Test
  void aStepMayHaveAPolicyOfItsOwn() {
    DefaultCamelContext context = new DefaultCamelContext();
    DurableRedelivery impatient = new DurableRedelivery(new Random(1));
    impatient.setMaximumAttempts(2);
    context.getRegistry().bind("redelivery-embed", impatient);
    Exchange exchange = new DefaultExchange(context);
    exchange.setVariable(
        "job", new ClaimedJob(1, 500_001, 7, 2, 0, false, false, "w", "C", "s", "b", Set.of()));

    exchange.setVariable("step", "embed");
    policy.shouldRedeliver(exchange, 1, null);
    assertThat(
            exchange
                .getProperty(DurableRedelivery.DECISION, DurableRedelivery.Decision.class)
                .again())
        .isFalse();

    exchange.setVariable("step", "classify");
    policy.shouldRedeliver(exchange, 1, null);
    assertThat(
            exchange
                .getProperty(DurableRedelivery.DECISION, DurableRedelivery.Decision.class)
                .again())
        .isTrue();
  }
}
