package org.sortingoffice.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.sortingoffice.database.SqlFile;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** Contract 36 with an office at work on the same database. */
class LoadedOfficeTest {
  private RunningOffice office;
  private TestRows rows;

  @BeforeEach
  void start(TestInfo test) {
    office =
        RunningOffice.start(
            "loaded_" + test.getTestMethod().orElseThrow().getName().toLowerCase().substring(0, 20),
            Map.of("lease.seconds", "5", "lease.renew.seconds", "1", "claim.poll.millis", "50"));
    rows = office.rows();
  }

  @AfterEach
  void stop() {
    office.close();
  }

  @Test
  void allTicketsSucceedAndDeadLettersOfEveryKindSucceedWhenSentAgain() throws Exception {
    int kinds = Misfortune.all().size();
    load(300, kinds);
    office.awaitAllOver(Duration.ofSeconds(60));
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(300);

    Map<Long, Integer> doneBefore = new HashMap<>();
    for (long job = 1; job <= kinds; job++) {
      JsonNode seen = office.job(job);
      assertThat(seen.path("state").asText()).isIn("dead_letter", "failed");
      doneBefore.put(job, seen.path("steps_done").size());
      assertThat(office.post("/v1/jobs/" + job + "/retry").statusCode()).isEqualTo(202);
    }

    for (Map.Entry<Long, Integer> before : doneBefore.entrySet()) {
      long job = before.getKey();
      JsonNode done = office.awaitJob(job, "succeeded");
      int attempts = done.path("deliveries").size() - 1;
      assertThat(done.path("attempts").asInt()).isEqualTo(1);
      assertThat(attempts).as("the history is kept").isIn(1, 5);
      assertThat(done.path("steps_done")).hasSize(3);
      assertThat(office.calls("?ticket=" + done.path("ticket_id").asText()).path("total").asInt())
          .as("calls for job %d, which had %d results", job, before.getValue())
          .isEqualTo(3 - before.getValue());
    }
    assertThat(doneBefore.values()).contains(0, 1, 2);
  }

  /** What load writes and what the API writes are one and the same. */
  @Test
  void aLoadedTicketIsAnAcceptedTicket() throws Exception {
    office.closeOffice();
    office.open(Map.of("app.roles", "api"));
    SampleTickets source = new SampleTickets(42);
    List<HttpResponse<String>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(office.postTicket(null, json(source.next())));
    }
    assertThat(answers).allMatch(answer -> answer.statusCode() == 202);
    load(20, 0);

    for (int i = 1; i <= 20; i++) {
      assertThat(row("jobs", "id", i + 20)).isEqualTo(row("jobs", "id", i));
      assertThat(row("tickets", "number", 500_020 + i))
          .isEqualTo(row("tickets", "number", 500_000 + i));
    }
  }

  @Test
  void resetWaitsForTheJobsUnderWayAndTheWorkerGoesOn() throws Exception {
    office.provider("{\"mode\":\"slow\",\"seconds\":0.2}");
    load(400, 0);
    await().until(() -> rows.count("ai_runs") > 50);
    List<Long> waitedFor = new ArrayList<>();

    boolean done =
        new Reset(office.office().foundations().database(), Duration.ofSeconds(30))
            .run(waitedFor::add);

    assertThat(done).isTrue();
    assertThat(waitedFor).as("it came while jobs were held").isNotEmpty();
    assertThat(rows.count("tickets")).isZero();
    assertNewTicketsGetTheirOwnResults();
  }

  @Test
  void ticketsThatComeInDuringAResetAreAllAnswered() throws Exception {
    office.provider("{\"mode\":\"slow\",\"seconds\":0.05}");
    load(200, 0);
    await().until(() -> rows.count("ai_runs") > 20);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    CompletableFuture<Boolean> reset =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return new Reset(office.office().foundations().database(), Duration.ofSeconds(30))
                    .run(held -> {});
              } catch (Exception failure) {
                throw new IllegalStateException(failure);
              }
            });
    for (int i = 0; i < 30; i++) {
      answers.add(
          office.sendAsync(
              office.ticketRequest(null, RunningOffice.ticket("C-0001", "In between", "text"))));
      office.get("/v1/tickets/T-500001");
    }

    assertThat(reset.join()).isTrue();
    assertThat(answers).allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(202));
    office.awaitAllOver(Duration.ofSeconds(60));
    assertNewTicketsGetTheirOwnResults();
  }

  /** As when its lease ended unseen: what it still writes changes nothing, and it goes on. */
  @Test
  void aWorkerWhoseJobsVanishSurvives() throws Exception {
    office.provider("{\"mode\":\"slow\",\"seconds\":1}");
    load(40, 0);
    await().until(() -> office.office().heldJobs().free() == 0);
    rows.change(SqlFile.read("empty-tickets.sql").replace("restart identity", ""));

    await().atMost(Duration.ofSeconds(20)).until(this::idle);
    assertThat(rows.count("ai_runs")).isZero();
    assertThat(rows.count("deliveries")).isZero();
    office.provider("{\"mode\":\"normal\"}");
    load(20, 0);
    office.awaitAllOver(Duration.ofSeconds(30));
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(20);
  }

  @Test
  void resetGivesUpWhileAJobIsHeldAndChangesNothing() throws Exception {
    office.provider("{\"mode\":\"slow\",\"seconds\":3}");
    load(40, 0);
    await().until(() -> office.office().heldJobs().free() == 0);

    boolean done =
        new Reset(office.office().foundations().database(), Duration.ofMillis(300)).run(held -> {});

    assertThat(done).isFalse();
    assertThat(rows.count("tickets")).isEqualTo(40);
    office.provider("{\"mode\":\"normal\"}");
    office.awaitAllOver(Duration.ofSeconds(30));
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(40);
  }

  private void assertNewTicketsGetTheirOwnResults() throws SQLException {
    office.provider("{\"mode\":\"normal\"}");
    load(50, 0);
    office.awaitAllOver(Duration.ofSeconds(30));
    assertThat(rows.count("jobs where state <> 'succeeded'")).isZero();
    assertThat(rows.count("ai_runs")).isEqualTo(3 * rows.count("jobs"));
    assertThat(rows.value("select min(id) from jobs")).isEqualTo(1L);
    assertThat(rows.value("select min(number) from tickets")).isEqualTo(500_001L);
    // The simulator's reply names the subject.
    assertThat(rows.count("tickets where position(subject in draft_reply) = 0")).isZero();
  }

  private LoadReport load(int tickets, int deadLetters) throws SQLException {
    return new SampleLoad(
            office.office().foundations().database(), SampleLoadTest.results(), (done, all) -> {})
        .run(tickets, deadLetters, 42);
  }

  private boolean idle() {
    return office.office().heldJobs().free() == office.office().heldJobs().concurrency();
  }

  /** All columns but the numbers and the moments. */
  private Object row(String table, String key, long number) {
    return rows.value(
        "select (to_jsonb(t) - array['id', 'number', 'ticket_number', 'run_at', 'queued_since', 'created_at'])::text from "
            + table
            + " t where "
            + key
            + " = ?",
        number);
  }

  private static String json(SampleTicket ticket) {
    String metadata = ticket.request().metadataJson();
    String plain =
        RunningOffice.ticket(
            ticket.request().customerId(), ticket.request().subject(), ticket.request().body());
    return metadata == null
        ? plain
        : plain.substring(0, plain.length() - 1) + ",\"metadata\":" + metadata + "}";
  }
}
