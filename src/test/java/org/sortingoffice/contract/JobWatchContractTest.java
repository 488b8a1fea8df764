package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.watch.JobWatch;

/**
 * Waiting for a job and listening to it, with real HTTP. The office has no worker, so that a job
 * changes when the test says so, and two threads for requests, so that nobody who waits can have
 * one.
 */
class JobWatchContractTest {
  private static final int MOST = 400;

  private static RunningOffice office;

  @BeforeAll
  static void start() {
    office =
        RunningOffice.start(
            "job_watch",
            Map.of(
                "app.roles", "api",
                "http.threads", "2",
                "http.waiting.max", String.valueOf(MOST),
                "http.wait.max.seconds", "30"));
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void aJobsTagIsWeakAndWhoNamesItIsToldNothingMore_RFC9110() throws IOException {
    long id = office.postGoodTicket("tagged");
    String tag = etag(office.get("/v1/jobs/" + id));
    assertThat(tag).matches("W/\"[0-9a-f]{16}\"");
    String strong = tag.substring(2);

    for (String known : List.of(tag, strong, "\"x,y\", " + tag, "W/\"a\"," + strong, "*")) {
      try (RawConnection connection = new RawConnection(office.office().api().getPort())) {
        connection.write(
            "GET /v1/jobs/%d HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\n\r\n"
                .formatted(id, known));
        RawConnection.Answer answer = connection.answer();
        assertThat(answer.status()).as(known).isEqualTo(304);
        assertThat(answer.header("ETag")).contains(tag);
        assertThat(answer.header("Cache-Control")).contains("private, no-cache");
        assertThat(answer.header("Vary")).contains("Prefer");
        assertThat(answer.names())
            .doesNotContain("content-type", "transfer-encoding", "content-length");
        // Nothing of a body is on the line: the next answer can be read.
        connection.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(connection.answer().status()).isEqualTo(200);
      }
    }
    for (String other : List.of("\"other\"", "other", strong + "x", "\"" + tag + "\"", "")) {
      HttpResponse<String> answer =
          office.send(office.request("/v1/jobs/" + id).header("If-None-Match", other));
      assertThat(answer.statusCode()).as(other).isEqualTo(200);
      assertThat(etag(answer)).isEqualTo(tag);
      assertThat(json(answer).path("job_id").asLong()).isEqualTo(id);
    }
    assertThat(
            office
                .send(office.request("/v1/jobs/987654").header("If-None-Match", "*"))
                .statusCode())
        .isEqualTo(404);
  }

  @Test
  void aTagChangesWithWhateverIsToldOfTheJob() {
    long id = office.postGoodTicket("changing");
    List<String> changes =
        List.of(
            "update jobs set state = 'running', attempt = 1, delivery = 1, locked_by = 'w',"
                + " lease_until = now() + interval '1 hour', started_at = now() where id = ?",
            "insert into ai_runs (job_id, task, output) values (?, 'classify', '{}')",
            "update jobs set state = 'queued', locked_by = null, lease_until = null,"
                + " wait_reason = 'retry', run_at = now() + interval '1 hour', waiting_since = now()"
                + " where id = ?",
            "update jobs set state = 'failed', wait_reason = null, waiting_since = null,"
                + " finished_at = now(), last_error = 'E: no' where id = ?",
            "insert into job_notes (job_id, operator, text) values (?, 'x', 'y')",
            "update jobs set discarded_at = now(), discarded_by = 'x', discard_reason = 'z' where id = ?");
    HttpResponse<String> before = office.get("/v1/jobs/" + id);
    for (String change : changes) {
      office.rows().change(change, id);
      HttpResponse<String> after = office.get("/v1/jobs/" + id);
      assertThat(etag(after)).as(change).isNotEqualTo(etag(before));
      assertThat(after.body()).as(change).isNotEqualTo(before.body());
      before = after;
    }
    office
        .rows()
        .change(
            "update jobs set state = 'running', discarded_at = null, discarded_by = null, discard_reason = null,"
                + " finished_at = null, locked_by = 'w', lease_until = now() + interval '1 hour' where id = ?",
            id);
    String running = etag(office.get("/v1/jobs/" + id));
    office
        .rows()
        .change("update jobs set lease_until = now() + interval '2 hours' where id = ?", id);
    assertThat(etag(office.get("/v1/jobs/" + id))).as("a renewal is no change").isEqualTo(running);
    office.rows().change("delete from job_notes where job_id = ?", id);
    office.post("/v1/jobs/" + id + "/cancel");
  }

  @Test
  void aTicketsTagIsOfItsBytes() {
    long id = office.postGoodTicket("ticket");
    String path = json(office.get("/v1/jobs/" + id)).at("/links/ticket").asText();
    String tag = etag(office.get(path));
    assertThat(tag).matches("\"[0-9a-f]{16}\"");

    HttpResponse<String> known =
        office.send(office.request(path).header("If-None-Match", "W/" + tag));
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
    assertThat(etag(known)).isEqualTo(tag);
    office
        .rows()
        .change("update jobs set state = 'cancelled', finished_at = now() where id = ?", id);
    HttpResponse<String> changed = office.send(office.request(path).header("If-None-Match", tag));
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(etag(changed)).isNotEqualTo(tag);
  }

  @Test
  void whoHasNothingWaitsUntilTheJobIsOver_RFC7240() {
    long id = office.postGoodTicket("to its end");
    CompletableFuture<HttpResponse<String>> waiting = office.sendAsync(held(id, 30));
    awaitWaiting(1);
    begin(id);
    cancel(id);

    HttpResponse<String> answer = waiting.join();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(json(answer).path("state").asText()).isEqualTo("cancelled");
    assertThat(answer.headers().firstValue("Preference-Applied")).contains("wait=30");
    assertThat(answer.headers().firstValue("Vary")).contains("Prefer");
    assertThat(answer.headers().firstValue("ETag")).isPresent();
    awaitWaiting(0);
    assertThat(office.send(held(id, 30)).statusCode()).as("over already").isEqualTo(200);
  }

  @Test
  void whoHasSomethingWaitsForSomethingElse() {
    long id = office.postGoodTicket("any change");
    String tag = etag(office.get("/v1/jobs/" + id));
    CompletableFuture<HttpResponse<String>> waiting =
        office.sendAsync(held(id, 30).header("If-None-Match", tag));
    awaitWaiting(1);
    begin(id);

    HttpResponse<String> answer = waiting.join();

    assertThat(json(answer).path("state").asText()).isEqualTo("running");
    assertThat(etag(answer)).isNotEqualTo(tag);
    HttpResponse<String> other = office.send(held(id, 30).header("If-None-Match", tag));
    assertThat(other.statusCode()).as("it is another already").isEqualTo(200);
    cancel(id);
  }

  @Test
  void aWaitEndsAfterItsTimeAndIsCapped() {
    long id = office.postGoodTicket("too long");
    String tag = etag(office.get("/v1/jobs/" + id));
    long began = System.nanoTime();

    HttpResponse<String> known = office.send(held(id, 1).header("If-None-Match", tag));

    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.headers().firstValue("Preference-Applied")).contains("wait=1");
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(1_000_000_000L);
    assertThat(office.send(held(id, 1)).statusCode()).isEqualTo(200);
    CompletableFuture<HttpResponse<String>> capped = office.sendAsync(held(id, 86_400));
    awaitWaiting(1);
    cancel(id);
    assertThat(capped.join().headers().firstValue("Preference-Applied")).contains("wait=30");
  }

  @Test
  void whatIsNoWaitIsAnsweredAtOnce() {
    long id = office.postGoodTicket("at once");
    String tag = etag(office.get("/v1/jobs/" + id));
    for (String preference :
        List.of(
            "wait=0", "wait", "wait=-1", "wait=1.5", "respond-async", "foo=\"wait=20\"", "\"")) {
      HttpResponse<String> answer =
          office.send(office.request("/v1/jobs/" + id).header("Prefer", preference));
      assertThat(answer.statusCode()).as(preference).isEqualTo(200);
      assertThat(answer.headers().firstValue("Preference-Applied")).as(preference).isEmpty();
    }
    assertThat(
            office
                .send(held(id, 30).header("If-None-Match", "*"))
                .headers()
                .firstValue("Preference-Applied"))
        .as("nothing can be other than *")
        .isEmpty();
    assertThat(office.send(held(987_654, 30)).statusCode()).isEqualTo(404);
    assertThat(
            office
                .send(
                    office
                        .request("/v1/jobs/" + id)
                        .header("Prefer", "x; y=\"a,b\", WAIT = \"1\"")
                        .header("If-None-Match", tag))
                .headers()
                .firstValue("Preference-Applied"))
        .contains("wait=1");
    cancel(id);
  }

  @Test
  void hundredsWaitWithoutAThreadOrAConnection() {
    long id = office.postGoodTicket("many wait");
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      waiting.add(office.sendAsync(held(id, 30)));
    }
    awaitWaiting(MOST);

    assertThat(office.get("/health/ready").statusCode()).as("others are served").isEqualTo(200);
    HttpResponse<String> oneMore = office.send(held(id, 30));
    assertThat(json(oneMore).path("state").asText()).as("beyond the most").isEqualTo("queued");
    assertThat(oneMore.headers().firstValue("Preference-Applied")).isEmpty();
    cancel(id);
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(json(each.join()).path("state").asText()).isEqualTo("cancelled");
    }
    awaitWaiting(0);
  }

  @Test
  void whoGoesAwayIsNotWaitedFor() throws IOException {
    long id = office.postGoodTicket("gone");
    try (RawConnection waiting = new RawConnection(office.office().api().getPort());
        RawConnection listening = new RawConnection(office.office().api().getPort())) {
      waiting.write(
          "GET /v1/jobs/%d HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=30\r\n\r\n".formatted(id));
      listening.write("GET /v1/jobs/%d/events HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(id));
      awaitWaiting(2);
    }
    awaitWaiting(0);
    cancel(id);
  }

  @Test
  void aStreamTellsWhatHappensAsItHappensAndEndsWithTheJob() {
    long id = office.postGoodTicket("listened to");
    try (Listening stream = Listening.to(office, id, null)) {
      assertThat(stream.next("accepted").data().path("state").asText()).isEqualTo("queued");
      begin(id);
      JsonNode started = stream.next("delivery_started").data();
      assertThat(started.path("delivery").asInt()).isEqualTo(1);
      assertThat(started.path("worker").asText()).isEqualTo("w");
      office
          .rows()
          .change(
              "insert into ai_runs (job_id, task, output, delivery) values (?, 'classify', '{}', 1)",
              id);
      assertThat(stream.next("step_done").data().path("step").asText()).isEqualTo("classify");
      cancel(id);
      assertThat(stream.next("delivery_ended").data().path("outcome").asText())
          .isEqualTo("cancelled");
      assertThat(stream.next("over").data().path("state").asText()).isEqualTo("cancelled");
      stream.awaitEnd();
    }
    awaitWaiting(0);
  }

  @Test
  void whoComesBackIsToldTheRestAndInTheEndThatThereIsNoMore() throws IOException {
    long id = office.postGoodTicket("comes back");
    begin(id);
    String afterStart;
    try (Listening stream = Listening.to(office, id, null)) {
      stream.next("accepted");
      afterStart = stream.next("delivery_started").id();
    }
    cancel(id);

    HttpResponse<String> rest = events(id, afterStart);
    assertThat(rest.statusCode()).isEqualTo(200);
    assertThat(rest.headers().firstValue("Content-Type")).contains("text/event-stream");
    List<Listening.Event> events = Listening.read(rest.body());
    assertThat(events).extracting(Listening.Event::name).containsExactly("delivery_ended", "over");
    HttpResponse<String> nothing = events(id, events.get(1).id());
    assertThat(nothing.statusCode()).as("a browser comes no more after this").isEqualTo(204);
    assertThat(nothing.body()).isEmpty();
    try (RawConnection connection = new RawConnection(office.office().api().getPort())) {
      connection.write(
          "GET /v1/jobs/%d/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: %s\r\n\r\n"
              .formatted(id, events.get(1).id()));
      RawConnection.Answer raw = connection.answer();
      assertThat(raw.status()).isEqualTo(204);
      assertThat(raw.names()).doesNotContain("transfer-encoding", "content-length");
    }
    assertThat(Listening.read(events(id, null).body()))
        .extracting(Listening.Event::name)
        .containsExactly("accepted", "delivery_started", "delivery_ended", "over");
    assertThat(Listening.read(events(id, "not-an-id").body())).hasSize(4);
    assertThat(events(987_654, null).statusCode()).isEqualTo(404);
  }

  private static HttpResponse<String> events(long id, String lastEventId) {
    HttpRequest.Builder request = office.request("/v1/jobs/" + id + "/events");
    return office.send(
        lastEventId == null ? request : request.header("Last-Event-ID", lastEventId));
  }

  private static HttpRequest.Builder held(long id, int seconds) {
    return office.request("/v1/jobs/" + id).header("Prefer", "wait=" + seconds);
  }

  /** As a worker's claim. */
  private static void begin(long id) {
    office
        .rows()
        .change(
            "update jobs set state = 'running', attempt = attempt + 1, delivery = delivery + 1,"
                + " locked_by = 'w', lease_until = now() + interval '1 hour', started_at = now()"
                + " where id = ?",
            id);
  }

  private static void cancel(long id) {
    assertThat(office.post("/v1/jobs/" + id + "/cancel").statusCode()).isEqualTo(202);
  }

  private static void awaitWaiting(int expected) {
    JobWatch watch =
        office
            .office()
            .camelContext()
            .getRegistry()
            .lookupByNameAndType("jobWatch", JobWatch.class);
    await("%d wait".formatted(expected))
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> watch.size() == expected);
  }

  private static String etag(HttpResponse<String> answer) {
    return answer.headers().firstValue("ETag").orElseThrow();
  }
}
