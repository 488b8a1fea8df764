package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sortingoffice.access.TestKeys;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.OpenApiDocument;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.watch.JobWatch;

/** Who may listen, for how long, and what a job that really runs tells. */
class ListenersContractTest {
  private static final Map<String, String> QUICK_HEART =
      Map.of("app.roles", "api", "http.heartbeat.seconds", "0.2");

  @Test
  void listeningNeedsAKeyForAsLongAsItLasts() throws IOException {
    DatabaseAddress address = TestDatabase.migrated("listeners_keys");
    try (RunningOffice office = RunningOffice.startAt(address, QUICK_HEART)) {
      long id = office.postGoodTicket("secret");
      TestKeys keys = new TestKeys(address);
      String bearer = "Bearer " + keys.create("looker", "ops:read");
      await("the key is needed")
          .atMost(Duration.ofSeconds(30))
          .until(() -> office.get("/v1/jobs/" + id).statusCode() == 401);

      assertThat(office.get("/v1/jobs/" + id + "/events").statusCode()).isEqualTo(401);
      HttpRequest.Builder wait = office.request("/v1/jobs/" + id).header("Prefer", "wait=20");
      assertThat(office.send(wait).statusCode()).isEqualTo(401);
      try (Listening stream = Listening.to(office, id, null, "Authorization", bearer)) {
        stream.next("accepted");
        keys.revoke("looker");
        stream.awaitEnd();
      }
      assertThatTheDescriptionIsForEverybody(office);
    }
  }

  private static void assertThatTheDescriptionIsForEverybody(RunningOffice office)
      throws IOException {
    JsonNode document =
        new ObjectMapper(new YAMLFactory()).readTree(Path.of("docs/api/openapi.yaml").toFile());
    assertThat(json(office.get("/openapi.json"))).isEqualTo(document);
    HttpResponse<String> page = office.get("/docs/api");
    assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'")
        .doesNotContain("unsafe");
  }

  @Test
  void aReaderThatDoesNotReadIsCutOffAndKeepsNothingInMemory() throws IOException {
    try (RunningOffice office = RunningOffice.start("listeners_slow", QUICK_HEART)) {
      long id = office.postGoodTicket("long story");
      office
          .rows()
          .change(
              "insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, error)"
                  + " select ?, n, 1, 'w', now(), now(), 'retried', repeat('x', 20000)"
                  + " from generate_series(1, 3000) as n",
              id);
      try (RawConnection idle = new RawConnection(office.office().api().getPort())) {
        idle.write("GET /v1/jobs/%d/events HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(id));
        awaitWaiting(office, 1);
        awaitWaiting(office, 0);
        assertThat((long) idle.rest().length()).as("of 60 MB").isBetween(1L, 30_000_000L);
      }
    }
  }

  @Test
  void whoIsHeldWhenTheProcessStopsIsToldSoAndStreamsEnd() {
    RunningOffice office = RunningOffice.start("listeners_stop", Map.of("app.roles", "api"));
    try {
      long id = office.postGoodTicket("stop");
      CompletableFuture<HttpResponse<String>> waiting =
          office.sendAsync(office.request("/v1/jobs/" + id).header("Prefer", "wait=25"));
      try (Listening stream = Listening.to(office, id, null)) {
        stream.next("accepted");
        awaitWaiting(office, 2);
        office.closeOffice();

        HttpResponse<String> answer = waiting.join();
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(json(answer).path("code").asText()).isEqualTo("not_open");
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        stream.awaitEnd();
      }
    } finally {
      office.close();
    }
  }

  @Test
  void aJobThatRunsTellsItsStoryOnceFromWhereverOneComesBack() {
    try (RunningOffice office = RunningOffice.start("listeners_story")) {
      office.provider("{\"mode\":\"context_400\"}");
      long id = office.postGoodTicket("twice");
      office.awaitJob(id, "failed");
      office.provider("{\"mode\":\"normal\"}");
      office.post("/v1/jobs/" + id + "/retry");
      office.awaitJob(id, "succeeded");

      List<Listening.Event> story = events(office, id, null);

      assertThat(story)
          .extracting(Listening.Event::name)
          .containsExactly(
              "accepted",
              "delivery_started",
              "delivery_ended",
              "retried",
              "delivery_started",
              "step_done",
              "step_done",
              "step_done",
              "delivery_ended",
              "over");
      assertThat(story)
          .extracting(event -> event.data().path("state").asText())
          .containsExactly(
              "queued",
              "running",
              "failed",
              "queued",
              "running",
              "running",
              "running",
              "running",
              "succeeded",
              "succeeded");
      OpenApiDocument document = OpenApiDocument.read();
      JsonNode schema = document.root().at("/components/schemas/JobEvent");
      story.forEach(event -> document.assertValid(event.name(), schema, event.data()));
      for (int i = 0; i < story.size() - 1; i++) {
        assertThat(events(office, id, story.get(i).id()))
            .isEqualTo(story.subList(i + 1, story.size()));
      }
    }
  }

  private static List<Listening.Event> events(RunningOffice office, long id, String lastEventId) {
    HttpRequest.Builder request = office.request("/v1/jobs/" + id + "/events");
    return Listening.read(
        office
            .send(lastEventId == null ? request : request.header("Last-Event-ID", lastEventId))
            .body());
  }

  private static void awaitWaiting(RunningOffice office, int expected) {
    JobWatch watch =
        office
            .office()
            .camelContext()
            .getRegistry()
            .lookupByNameAndType("jobWatch", JobWatch.class);
    await("%d wait".formatted(expected))
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> watch.size() == expected);
  }
}
