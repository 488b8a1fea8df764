package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.contract.IntakeContractTest.assertProblem;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** Contract 12-23, 30 and 31: a job is worked on at least once and has its effect once. */
class WorkContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "contract_work",
            Map.of(
                "lease.seconds", "3",
                "lease.renew.seconds", "1",
                "claim.poll.millis", "100",
                "retry.base.seconds", "0.05",
                "breaker.minimum.calls", "10000"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void normal() {
    office.provider("{\"mode\":\"normal\"}");
  }

  @Test
  void aCleanJobMakesThreeCallsInOrderAndLeavesThreeResults_contract12() {
    long before = office.callCount();
    long job = office.postGoodTicket("A clean job");
    office.awaitJob(job, "succeeded");

    assertThat(office.callCount()).isEqualTo(before + 3);
    assertThat(
            rows.value(
                "select string_agg(task, ',' order by id) from ai_runs where job_id = ?", job))
        .isEqualTo("classify,draft_reply,embed");
  }

  @Test
  void theTicketShowsWhatTheStepsFound_contract15_31() {
    long job = office.postGoodTicket("My invoice is wrong");
    String ticket = office.awaitJob(job, "succeeded").path("ticket_id").asText();

    JsonNode shown = json(office.get("/v1/tickets/" + ticket));

    assertThat(shown.path("team").asText()).isEqualTo("billing");
    assertThat(shown.path("priority").asInt()).isBetween(1, 4);
    assertThat(shown.path("draft_reply").asText()).contains("My invoice is wrong");
    assertThat(shown.path("embedding").asText()).isEqualTo("vector embed-small-384-v1");
    assertThat(
            rows.value(
                "select array_length(vector_numbers(vector), 1) from ticket_embeddings where 'T-' || ticket_number = ?",
                ticket))
        .isEqualTo(384);
    assertThat(
            rows.value(
                "select output #>> '{}' from ai_runs where task = 'embed' and job_id = ?", job))
        .isEqualTo("vector embed-small-384-v1");
  }

  @Test
  void tokensAndCostAreKeptWithEveryResultAndAddUp_contract35() {
    long job = office.postGoodTicket("What does it cost");
    office.awaitJob(job, "succeeded");

    BigDecimal cost =
        (BigDecimal) rows.value("select sum(cost_usd) from ai_runs where job_id = ?", job);
    BigDecimal computed =
        (BigDecimal)
            rows.value(
                "select sum(case when task = 'embed' then prompt_tokens * 0.02 else prompt_tokens * 0.15"
                    + " + completion_tokens * 0.60 end) / 1000000 from ai_runs where job_id = ?",
                job);
    assertThat(cost).isPositive().isEqualByComparingTo(computed);
    assertThat(rows.count("ai_runs where prompt_tokens = 0 and job_id = " + job)).isZero();
  }

  @Test
  void aSecondResultOfAStepIsRefusedByItsIndex_contract13() {
    long job = office.postGoodTicket("Twice by hand");
    office.awaitJob(job, "succeeded");

    assertThatThrownBy(
            () -> rows.change("insert into ai_runs (job_id, task) values (?, 'classify')", job))
        .cause()
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("ai_runs_one_per_job_task");
    assertThat(
            rows.change(
                "insert into ai_runs (job_id, task) values (?, 'classify') on conflict do nothing",
                job))
        .isZero();
    rows.change("delete from deliveries where job_id = ?", job);
    assertThat(rows.change("delete from jobs where id = ?", job)).isOne();
    assertThat(rows.count("ai_runs where job_id is null")).isPositive();
    rows.change("delete from ai_runs where job_id is null");
  }

  @Test
  void aRunningJobWhoseLeaseEndedIsDeliveredAgainAndDoneStepsAreSkipped_contract16_17() {
    long job = office.postGoodTicket("Lost after the last save");
    office.awaitJob(job, "succeeded");
    long calls = office.callCount();
    backToALostWorker(job, 1);

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(done.path("attempts").asInt()).isEqualTo(2);
    assertThat(office.callCount()).isEqualTo(calls);
    assertThat(rows.count("ai_runs where job_id = " + job)).isEqualTo(3);
    assertThat(done.at("/deliveries/0/outcome").asText()).isEqualTo("lost");
    assertThat(done.at("/deliveries/0/worker").asText()).isEqualTo("worker-1@lost");
    assertThat(done.at("/deliveries/1/outcome").asText()).isEqualTo("succeeded");
  }

  @Test
  void oneCallIsRepeatedWhenTheWorkerIsLostBetweenCallAndSave_contract17() {
    long job = office.postGoodTicket("Lost between call and save");
    office.awaitJob(job, "succeeded");
    rows.change("delete from ai_runs where task = 'embed' and job_id = ?", job);
    long calls = office.callCount();
    backToALostWorker(job, 1);

    office.awaitJob(job, "succeeded");

    assertThat(office.callCount()).isEqualTo(calls + 1);
    assertThat(rows.count("ai_runs where job_id = " + job)).isEqualTo(3);
    assertThat(
            rows.count(
                "ticket_embeddings where ticket_number = (select ticket_number from jobs where id = "
                    + job
                    + ")"))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("H39, Q03: a call that takes longer than the lease is made once")
  void aLeaseIsRenewedWhileAStepTakesLongerThanIt_contract16_Q03() {
    long job = office.postGoodTicket("Slow [sim:slow=5@classify]");

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(done.path("attempts").asInt()).isEqualTo(1);
    assertThat(office.calls("?ticket=" + done.path("ticket_id").asText()).path("total").asInt())
        .isEqualTo(3);
  }

  @Test
  void aLateWorkerChangesNothing_contract18() {
    long job = office.postGoodTicket("Late worker [sim:slow=2@draft_reply]");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> rows.count("ai_runs where job_id = " + job) == 1);
    // Another claim of the very same job under the very same name: only the delivery tells them
    // apart.
    rows.change(
        "update jobs set delivery = delivery + 1, attempt = attempt + 1, lease_until = now() + interval '1 hour' where id = ?",
        job);

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                office.calls("?ticket=T-" + ticketNumber(job)).path("total").asInt() == 2
                    && idle());

    assertThat(rows.count("ai_runs where job_id = " + job)).isEqualTo(1);
    assertThat(rows.value("select draft_reply from tickets where number = ?", ticketNumber(job)))
        .isNull();
    assertThat(rows.value("select state from jobs where id = ?", job)).isEqualTo("running");
    rows.change("update jobs set lease_until = now() - interval '1 second' where id = ?", job);
    office.awaitJob(job, "succeeded");
  }

  @Test
  @DisplayName("H36: an outage costs exactly five calls")
  void anOutageCostsExactlyFiveCallsAndEndsAsADeadLetter_contract20_21() {
    long job = office.postGoodTicket("Outage [sim:outage]");

    JsonNode dead = office.awaitJob(job, "dead_letter");

    assertThat(dead.path("attempts").asInt()).isEqualTo(5);
    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider answered 503");
    assertThat(office.calls("?ticket=" + dead.path("ticket_id").asText()).path("total").asInt())
        .isEqualTo(5);
    assertThat(outcomes(dead))
        .containsExactly("retried", "retried", "retried", "retried", "dead_letter");
    assertThat(dead.at("/deliveries/0/step").asText()).isEqualTo("classify");
    assertThat(dead.at("/deliveries/0/status").asInt()).isEqualTo(503);
    assertThat(dead.at("/deliveries/0/waits_until").asText()).isNotBlank();
  }

  @Test
  void aDeadLetterIsSentAgainWithItsFinishedStepsKept_contract30() {
    office.provider("{\"steps\":{\"embed\":\"outage\"}}");
    long job = office.postGoodTicket("Sent again");
    office.awaitJob(job, "dead_letter");
    office.provider("{\"mode\":\"normal\"}");
    long calls = office.callCount();

    HttpResponse<String> retried = office.post("/v1/jobs/" + job + "/retry");

    assertThat(retried.statusCode()).isEqualTo(202);
    JsonNode done = office.awaitJob(job, "succeeded");
    assertThat(office.callCount()).isEqualTo(calls + 1);
    assertThat(done.path("attempts").asInt()).isEqualTo(1);
    assertThat(done.path("deliveries")).hasSize(6);
  }

  @Test
  void twentyRetriesAtOnceAreOneRound_Q59() {
    long job = office.postGoodTicket("Twenty retries [sim:outage@classify*5]");
    office.awaitJob(job, "dead_letter");

    List<Integer> statuses =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    office.sendAsync(
                        office
                            .request("/v1/jobs/" + job + "/retry")
                            .POST(java.net.http.HttpRequest.BodyPublishers.noBody())))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .map(HttpResponse::statusCode)
            .toList();

    assertThat(statuses).containsOnly(202, 409).containsOnlyOnce(202);
    office.awaitJob(job, "succeeded");
    assertThat(office.calls("?ticket=T-" + ticketNumber(job)).path("total").asInt())
        .isEqualTo(5 + 3);
  }

  @Test
  void retryAndCancelRefuseEveryOtherState_contract30_Q58() {
    long done = office.postGoodTicket("Done");
    office.awaitJob(done, "succeeded");
    assertProblem(office.post("/v1/jobs/" + done + "/retry"), 409, "job_not_retryable");
    assertProblem(office.post("/v1/jobs/" + done + "/cancel"), 409, "job_not_cancellable");
    assertProblem(office.post("/v1/jobs/999999/retry"), 404, "job_not_found");
    assertProblem(office.post("/v1/jobs/999999/cancel"), 404, "job_not_found");

    long held = office.postGoodTicket("Held [sim:slow=3]");
    office.awaitJob(held, "running");
    assertProblem(office.post("/v1/jobs/" + held + "/retry"), 409, "job_not_retryable");
    assertThat(office.post("/v1/jobs/" + held + "/cancel").statusCode()).isEqualTo(202);
    assertProblem(office.post("/v1/jobs/" + held + "/retry"), 409, "job_not_retryable");
    assertProblem(office.post("/v1/jobs/" + held + "/cancel"), 409, "job_not_cancellable");
    await().atMost(Duration.ofSeconds(20)).until(WorkContractTest::idle);
    assertThat(office.job(held).path("state").asText()).isEqualTo("cancelled");
    assertThat(outcomes(office.job(held))).containsExactly("cancelled");
  }

  @Test
  void textsThatPostgresqlRefusesNeverWedgeAJob_H17_Q23() {
    long job = office.postGoodTicket("Nul [sim:nul_in_reply@draft_reply]");

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(
            (String)
                rows.value("select draft_reply from tickets where number = ?", ticketNumber(job)))
        .contains("\uFFFD");
    assertThat(done.path("attempts").asInt()).isEqualTo(1);
  }

  private static List<String> outcomes(JsonNode job) {
    return job.path("deliveries").findValuesAsText("outcome");
  }

  private static long ticketNumber(long job) {
    return (Long) rows.value("select ticket_number from jobs where id = ?", job);
  }

  private static boolean idle() {
    return office.office().heldJobs().free() == office.office().heldJobs().concurrency();
  }

  /** As a worker leaves a job that was killed a while ago. */
  private static void backToALostWorker(long job, int delivery) {
    rows.change("delete from deliveries where job_id = ?", job);
    rows.change(
        "update jobs set state = 'running', attempt = ?, delivery = ?, locked_by = 'worker-1@lost', finished_at = null,"
            + " lease_until = now() - interval '1 second' where id = ?",
        delivery,
        delivery,
        job);
  }
}
