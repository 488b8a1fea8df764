package org.sortingoffice.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.samples.ScriptedProvider.Answer;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * A sample dead letter cannot be told from a real one: each kind is made to happen in an office at
 * work, and what the office wrote down is compared. When this fails the words or the shape of a
 * failure changed: {@link Misfortune} has to follow.
 */
class MisfortuneTest {
  private static ScriptedProvider provider;
  private static RunningOffice office;

  @BeforeAll
  static void start() throws Exception {
    provider = new ScriptedProvider();
    office =
        RunningOffice.start(
            "misfortunes",
            Map.of(
                "provider.url",
                provider.url(),
                "provider.timeout.millis",
                "1500",
                "retry.base.seconds",
                "0.01",
                "claim.poll.millis",
                "20",
                "breaker.minimum.calls",
                "10000"));
  }

  @AfterAll
  static void stop() {
    office.close();
    provider.close();
  }

  @Test
  void everyKindIsWrittenDownAsTheOfficeWritesIt() {
    List<Misfortune> kinds = Misfortune.all().stream().distinct().toList();
    long job = 0;
    for (Misfortune kind : kinds) {
      job++;
      if (kind.ending() != Misfortune.Ending.LOST) {
        provider.script(job, kind.step(), answerThatCauses(kind));
      }
      assertThat(office.postGoodTicket("Unlucky")).isEqualTo(job);
      if (kind.ending() == Misfortune.Ending.LOST) {
        office.awaitJob(job, "succeeded");
        loseTheWorker(job);
      }
    }

    for (job = 1; job <= kinds.size(); job++) {
      Misfortune kind = kinds.get((int) job - 1);
      JsonNode real = office.awaitJob(job, kind.state());
      assertThat(told(sample(kind))).as("%s", kind).isEqualTo(told(real));
    }
  }

  private static Answer answerThatCauses(Misfortune kind) {
    if (kind.ending() == Misfortune.Ending.EXHAUSTED && kind.status() == null) {
      boolean late = kind.error().endsWith("in time");
      return new Answer(late ? ScriptedProvider.SILENCE : ScriptedProvider.HANG_UP, "");
    }
    if (kind.status() != 200) {
      // The code that a provider would give stands in brackets.
      String code =
          kind.error().contains("(") ? kind.error().replaceAll(".*\\(|\\)", "") : "server_error";
      return new Answer(
          kind.status(), "{\"error\":{\"message\":\"scripted\",\"code\":\"" + code + "\"}}");
    }
    return badAnswer(kind.error());
  }

  private static Answer badAnswer(String error) {
    ObjectMapper json = new ObjectMapper();
    if (error.contains("the team is none")) {
      return provider.says("{\"team\":\"kitchen\",\"priority\":2}");
    }
    if (error.contains("the priority is not")) {
      return provider.says("{\"team\":\"billing\",\"priority\":9}");
    }
    if (error.contains("not a JSON object")) {
      return provider.says("I would give this to billing.");
    }
    if (error.contains("no choice")) {
      return new Answer(200, "{\"choices\":[]}");
    }
    if (error.contains("cut off")) {
      return provider.chat(json.createObjectNode().put("content", "Hello, w"), "length");
    }
    if (error.startsWith("Refused")) {
      return provider.chat(json.createObjectNode().put("refusal", "No."), "stop");
    }
    if (error.contains("empty")) {
      return provider.says("");
    }
    if (error.contains("WrongDimension")) {
      return provider.vector(768, "0.05");
    }
    if (error.contains("not a number")) {
      return provider.vector(384, "null");
    }
    throw new AssertionError("nobody knows how to cause " + error);
  }

  /** The job was finished; now it is told as if it had lost its worker five times. */
  private static void loseTheWorker(long job) {
    TestRows rows = office.rows();
    rows.change("delete from deliveries where job_id = ?", job);
    leaseOfDeliveryEnds(job, 4);
    // The office delivers it again after the fourth loss.
    await().until(() -> office.job(job).path("deliveries").size() == 2);
    office.awaitJob(job, "succeeded");
    rows.change("delete from deliveries where job_id = ? and delivery = 5", job);
    rows.change(
        "insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, error, waits_until)"
            + " select job_id, n, n, worker, started_at, ended_at, outcome, error, waits_until"
            + " from deliveries, generate_series(1, 3) as n where job_id = ?",
        job);
    rows.change("update jobs set losses = 4 where id = ?", job);
    leaseOfDeliveryEnds(job, 5);
  }

  private static void leaseOfDeliveryEnds(long job, int delivery) {
    office
        .rows()
        .change(
            "update jobs set state = 'running', attempt = ?, delivery = ?, locked_by = 'worker-1@lost',"
                + " finished_at = null, lease_until = now() - interval '1 second' where id = ?",
            delivery,
            delivery,
            job);
  }

  private static JsonNode sample(Misfortune kind) {
    SampleTicket ticket = new SampleTickets(1).next();
    DeadLetter letter =
        new DeadLetterHistory(ticket, kind, 1_000_000, SampleLoadTest.results(), new Random(1))
            .tell();
    try (Connection connection = office.rows().connect()) {
      Numbers numbers = new TicketRows().setAside(connection, List.of(letter));
      return office.job(numbers.firstJob());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The row and the history without what depends on the moment or on chance. */
  private static List<String> told(JsonNode job) {
    List<String> told = new ArrayList<>();
    boolean lost = job.path("last_error").asText().startsWith("WorkerLost");
    told.add(
        (String)
            office
                .rows()
                .value(
                    "select (to_jsonb(jobs) - array['id', 'ticket_number', 'actor', 'request_sha256', 'run_at',"
                        + " 'queued_since', 'waiting_since', 'started_at', 'created_at', 'finished_at', 'bulk']"
                        // How far it had come before it was lost is chance.
                        + " - case when ? then 'has_results' else '' end)::text from jobs where id = ?",
                    lost,
                    job.path("job_id").asLong()));
    told.add(lost ? "" : job.path("steps_done").toString());
    for (JsonNode line : job.path("deliveries")) {
      ObjectNode plain = line.deepCopy();
      plain.put("worker", "somebody");
      for (String moment : List.of("started_at", "ended_at", "waits_until")) {
        if (!plain.path(moment).isNull()) {
          plain.put(moment, "a moment");
        }
      }
      told.add(plain.toString());
    }
    return told;
  }
}
