package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.apache.camel.support.ScheduledPollConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * Q40: the slot of the probe is taken only by a job that makes a call, and never held for nothing.
 */
class ProbeSlotContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_probe_slot", Map.of("claim.poll.millis", "20"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  @DisplayName("Q40: the only due job is locked for a moment when the gate is half open")
  void aJobThatCannotBeClaimedDoesNotTakeTheSlot_Q40() throws Exception {
    rows.change(
        "update provider_gate set reason = 'breaker_open', until = now() + interval '1 hour',"
            + " closed_at = now()");
    long job = office.postGoodTicket("Locked for a moment");
    try (Connection other = rows.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select from jobs for update");
      rows.change("update provider_gate set until = now()");
      // Two claims that began after this have looked in vain.
      long looks = claims();
      await().atMost(Duration.ofSeconds(10)).until(() -> claims() >= looks + 2);
      other.rollback();
    }

    await("it is the probe as soon as it can be")
        .atMost(Duration.ofSeconds(10))
        .until(() -> json(office.get("/v1/provider")).path("open").asBoolean());
    assertThat(office.awaitJob(job, "succeeded").path("attempts").asInt()).isEqualTo(1);
  }

  private static long claims() {
    return ((ScheduledPollConsumer)
            office.office().camelContext().getRoute("claim-jobs").getConsumer())
        .getCounter();
  }

  @Test
  @DisplayName("Q40: a probe that is held up until another has its place opens nothing")
  void aLateProbeDoesNotDecide_Q40() {
    closeGate("now()");
    long late = office.postGoodTicket("Late [sim:slow=1.5@classify*1]");
    awaitProbe(late);
    long next = office.postGoodTicket("Never answered [sim:hang@classify*1]");
    rows.change("update provider_gate set probe_until = now()");
    awaitProbe(next);
    assertThat(rows.count("ai_runs where job_id = " + late)).as("still under way").isZero();

    await("the late answer is saved")
        .atMost(Duration.ofSeconds(10))
        .until(() -> rows.count("ai_runs where job_id = " + late) > 0);
    office.awaitJob(late, "succeeded");
    assertThat(json(office.get("/v1/provider")).path("reason").asText()).isEqualTo("breaker_open");
    assertThat(json(office.get("/v1/provider")).path("probing").asBoolean()).isTrue();

    assertThat(office.post("/v1/jobs/" + next + "/cancel").statusCode()).isEqualTo(202);
    office.awaitJob(office.postGoodTicket("The last"), "succeeded");
    awaitOpen();
  }

  private static void awaitOpen() {
    await("the gate is open")
        .atMost(Duration.ofSeconds(10))
        .until(() -> json(office.get("/v1/provider")).path("open").asBoolean());
  }

  @Test
  @DisplayName("Q40: the probe is cancelled: another one takes its place at once")
  void aCancelledProbeMakesRoom_Q40() {
    closeGate("now()");
    long probe = office.postGoodTicket("Never answered [sim:hang@classify*1]");
    awaitProbe(probe);
    long next = office.postGoodTicket("Next");

    assertThat(office.post("/v1/jobs/" + probe + "/cancel").statusCode()).isEqualTo(202);

    office.awaitJob(next, "succeeded");
    awaitOpen();
  }

  private static void awaitProbe(long job) {
    await("job " + job + " is the probe")
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                rows.count("provider_gate where probe_until > now() and probe_job = " + job) == 1);
  }

  private static void closeGate(String until) {
    rows.change(
        "update provider_gate set reason = 'breaker_open', until = "
            + until
            + ", closed_at = now()");
  }

  @Test
  @DisplayName("Q40: the job that would be the probe has nothing left to ask")
  void aJobWithoutACallLeftDoesNotKeepTheSlot_Q40() {
    long done = office.postGoodTicket("Lost after its last save");
    office.awaitJob(done, "succeeded");
    rows.change("delete from deliveries where job_id = ?", done);
    rows.change(
        "update provider_gate set reason = 'breaker_open', until = now() + interval '1 hour',"
            + " closed_at = now()");
    long other = office.postGoodTicket("Waits for the gate");
    rows.change(
        "update jobs set state = 'queued', finished_at = null, has_results = true, delivery = 1,"
            + " run_at = now() where id = ?",
        done);
    rows.change("update provider_gate set until = now()");

    office.awaitJob(done, "succeeded");
    await("the other is the next probe")
        .atMost(Duration.ofSeconds(10))
        .until(() -> json(office.get("/v1/provider")).path("open").asBoolean());
    office.awaitJob(other, "succeeded");
  }
}
