package org.sortingoffice.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.AdviceWith;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.provider.ChatAnswer;
import org.sortingoffice.provider.ProviderUnavailable;
import org.sortingoffice.provider.RetryHint;
import org.sortingoffice.provider.Usage;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * The worker's routes on a real database, with single steps of a route advised to do something
 * else.
 */
class WorkerRoutesTest {
  private RunningOffice office;
  private TestRows rows;
  private CamelContext camel;

  @BeforeEach
  void start() {
    office =
        RunningOffice.start(
            "worker_routes",
            Map.of(
                "claim.poll.millis",
                "100",
                "lease.seconds",
                "2",
                "lease.renew.seconds",
                "1",
                "retry.base.seconds",
                "0.05"));
    rows = office.rows();
    camel = office.office().camelContext();
  }

  @AfterEach
  void stop() {
    office.close();
  }

  @Test
  void aStepThatFailsStopsTheSlipAndReachesTheDeadLetterRouteOnce() throws Exception {
    AtomicInteger judged = new AtomicInteger();
    replace(
        "step-draft_reply",
        "draft_reply-ask",
        exchange -> {
          throw new ProviderUnavailable("the provider answered 500", 500, RetryHint.NONE);
        });
    count("job-failed", "judge", judged);

    long job = office.postGoodTicket("Stops at draft_reply");

    JsonNode dead = office.awaitJob(job, "dead_letter");
    assertThat(judged).hasValue(5);
    assertThat(dead.path("steps_done")).hasSize(1);
    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider answered 500");
    assertThat(office.calls("?step=embed").path("total").asInt()).isZero();
  }

  @Test
  void aFailureNobodyThoughtOfIsRetriedAndThenSetAside() throws Exception {
    replace(
        "step-embed",
        "embed-check",
        exchange -> {
          throw new IllegalStateException("a fault of ours\nwith a second line");
        });

    long job = office.postGoodTicket("A fault of ours");

    JsonNode dead = office.awaitJob(job, "dead_letter");
    assertThat(dead.path("attempts").asInt()).isEqualTo(5);
    assertThat(dead.path("last_error").asText())
        .isEqualTo("IllegalStateException: a fault of ours");
  }

  @Test
  void whenEvenTheFailureCannotBeWrittenTheLeaseBringsTheJobBack() throws Exception {
    AtomicInteger parks = new AtomicInteger();
    replace(
        "step-classify",
        "classify-ask",
        exchange -> {
          if (parks.get() == 0) {
            throw new ProviderUnavailable("the provider answered 503", 503, RetryHint.NONE);
          }
          exchange.getMessage().setBody(answer("{\"team\":\"billing\",\"priority\":1}"));
        });
    before(
        "park-job",
        "park-in-table",
        exchange -> {
          if (parks.incrementAndGet() == 1) {
            throw new IllegalStateException("the database is away");
          }
        });

    long job = office.postGoodTicket("Cannot be parked");

    JsonNode done = office.awaitJob(job, "succeeded");
    assertThat(done.at("/deliveries/0/outcome").asText()).isEqualTo("lost");
    assertThat(done.path("attempts").asInt()).isEqualTo(2);
  }

  @Test
  void aFinishThatFailsIsRepeatedByAnotherDeliveryWithoutAnyCall_Q17() throws Exception {
    AtomicInteger finishes = new AtomicInteger();
    before(
        "deliver-job",
        "finish",
        exchange -> {
          if (finishes.incrementAndGet() == 1) {
            throw new IllegalStateException("the connection broke");
          }
        });

    long job = office.postGoodTicket("Cannot be finished");

    JsonNode done = office.awaitJob(job, "succeeded");
    assertThat(done.path("attempts").asInt()).isEqualTo(2);
    assertThat(office.callCount()).isEqualTo(3);
    assertThat(rows.count("ai_runs where job_id = " + job)).isEqualTo(3);
  }

  @Test
  void aFinishThatComesTooLateChangesNothing_H39_contract18() throws Exception {
    AtomicInteger finishes = new AtomicInteger();
    before(
        "deliver-job",
        "finish",
        exchange -> {
          // Reclaimed in this very moment, by a worker of this very name.
          if (finishes.incrementAndGet() == 1) {
            rows.change(
                "update jobs set delivery = delivery + 1, attempt = attempt + 1,"
                    + " lease_until = now() + interval '1 hour'");
          }
        });

    long job = office.postGoodTicket("Finished too late");

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                finishes.get() == 1
                    && office.office().heldJobs().free()
                        == office.office().heldJobs().concurrency());
    JsonNode held = office.job(job);
    assertThat(held.path("state").asText()).isEqualTo("running");
    assertThat(held.path("attempts").asInt()).isEqualTo(2);
    assertThat(rows.count("deliveries")).isZero();
  }

  @Test
  void aSaveThatComesSecondAddsNothingAndDoesNotTouchTheTicket_contract14() throws Exception {
    before(
        "step-classify",
        "classify-save",
        exchange ->
            rows.change(
                "insert into ai_runs (job_id, task) values (?, 'classify')",
                exchange.getVariable("job", ClaimedJob.class).id()));

    long job = office.postGoodTicket("Somebody was first");

    office.awaitJob(job, "succeeded");
    assertThat(rows.count("ai_runs where job_id = " + job)).isEqualTo(3);
    assertThat(
            rows.value(
                "select team from tickets join jobs on ticket_number = number where jobs.id = ?",
                job))
        .isNull();
  }

  @Test
  void nothingIsClaimedThatCannotStartNow() throws Exception {
    office.closeOffice();
    office.open(Map.of("worker.concurrency", "2", "claim.poll.millis", "50"));
    for (int i = 0; i < 5; i++) {
      office.postGoodTicket("Held [sim:slow=1@classify]");
    }

    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> rows.count("jobs where state = 'running'") == 2);
    assertThat(rows.count("jobs where state = 'queued'")).isEqualTo(3);
    office.awaitAllOver(Duration.ofSeconds(30));
    assertThat(rows.count("jobs where state = 'succeeded' and attempt = 1")).isEqualTo(5);
  }

  private static ChatAnswer answer(String text) {
    return ChatAnswer.of(text, new Usage("small", 1, 1, BigDecimal.ZERO));
  }

  private void replace(String route, String step, Processor instead) throws Exception {
    AdviceWith.adviceWith(
        camel, route, advice -> advice.weaveById(step).replace().process(instead));
  }

  private void before(String route, String step, Processor first) throws Exception {
    AdviceWith.adviceWith(camel, route, advice -> advice.weaveById(step).before().process(first));
  }

  private void count(String route, String step, AtomicInteger counter) throws Exception {
    before(route, step, exchange -> counter.incrementAndGet());
  }
}
