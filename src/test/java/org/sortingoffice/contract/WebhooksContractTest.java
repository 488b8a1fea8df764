package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.LogLines;
import org.sortingoffice.testing.OpenApiDocument;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;
import org.sortingoffice.testing.WebhookReceiver;
import org.sortingoffice.testing.WebhookReceiver.Behaviour;
import org.sortingoffice.testing.WebhookReceiver.Hook;

/** Others are told when a job ends: at least once, signed, and whatever happens to the receiver. */
class WebhooksContractTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEXT_SECRET = "whsec_" + "A".repeat(43) + "=";
  private static final int ATTEMPTS = 4;

  private static OpenApiDocument document;
  private static WebhookReceiver receiver;
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() throws IOException {
    document = OpenApiDocument.read();
    receiver = WebhookReceiver.start();
    office = RunningOffice.start("contract_webhooks", settings(receiver));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
    receiver.close();
  }

  @BeforeEach
  void allIsWell() {
    receiver.behave(Behaviour.answering(204));
    office.provider("{\"mode\":\"normal\"}");
  }

  private static Map<String, String> settings(WebhookReceiver receiver) {
    Map<String, String> settings = new HashMap<>();
    settings.put("webhook.url", receiver.url());
    settings.put("webhook.secret", NEXT_SECRET + " " + SECRET);
    settings.put("webhook.max.attempts", String.valueOf(ATTEMPTS));
    settings.put("webhook.retry.base.seconds", "0.05");
    settings.put("webhook.retry.cap.seconds", "0.2");
    settings.put("webhook.timeout.millis", "5000");
    settings.put("webhook.poll.millis", "50");
    settings.put("retry.base.seconds", "0.05");
    settings.put("housekeeping.seconds", "1");
    return settings;
  }

  @Test
  void aJobThatSucceedsIsToldOnceAndSigned() {
    long job = office.postGoodTicket("Parcel");

    Hook hook = receiver.awaitHooksOf(job, 1).get(0);

    assertThat(hook.target()).isEqualTo("/hooks?from=office");
    assertThat(hook.headers().getFirst("Content-Type")).isEqualTo("application/json");
    assertThat(hook.isSignedBy(SECRET)).as("by the old secret").isTrue();
    assertThat(hook.isSignedBy(NEXT_SECRET)).as("by the new secret").isTrue();
    long sent = Long.parseLong(hook.headers().getFirst("webhook-timestamp"));
    assertThat(Instant.ofEpochSecond(sent)).isCloseTo(Instant.now(), within(Duration.ofMinutes(1)));
    JsonNode body = hook.json();
    assertThat(body.path("type").asText()).isEqualTo("job.succeeded");
    assertThat(Instant.parse(body.path("timestamp").asText())).isNotNull();
    JsonNode data = body.path("data");
    assertThat(data.path("event_id").asText()).isEqualTo(hook.id());
    JsonNode shown = office.job(job);
    assertThat(data.path("ticket_id")).isEqualTo(shown.path("ticket_id"));
    assertThat(data.path("team").asText()).isNotEmpty();
    assertThat(data.path("priority").asInt()).isBetween(1, 4);
    assertThat(data.path("error").isNull()).isTrue();
    assertThat(office.get(data.path("links").path("job").asText()).statusCode()).isEqualTo(200);
    assertThat(office.get(data.path("links").path("ticket").asText()).statusCode()).isEqualTo(200);
    assertThat(new String(hook.body())).doesNotContain("Parcel", "C-0022");
    awaitRow(
        job, "state = 'delivered' and attempt = 1 and last_status = 204 and locked_by is null");
    receiver.awaitHooksOf(office.postGoodTicket("Next"), 1);
    assertThat(receiver.hooksOf(job)).hasSize(1);
  }

  @Test
  void eachEndIsToldAndARedrivenJobsNextEndIsANewEvent() {
    office.provider("{\"mode\":\"context_400\"}");
    long job = office.postGoodTicket("Too long");
    office.awaitJob(job, "failed");
    post("/v1/jobs/" + job + "/discard", "{\"reason\":\"nobody asks\"}");
    receiver.awaitHooksOf(job, 2);
    office.provider("{\"mode\":\"normal\"}");
    office.post("/v1/jobs/" + job + "/retry");

    List<Hook> hooks = receiver.awaitHooksOf(job, 3);

    assertThat(hooks)
        .extracting(hook -> hook.json().path("type").asText())
        .containsExactlyInAnyOrder("job.failed", "job.discarded", "job.succeeded");
    assertThat(hooks).extracting(Hook::id).doesNotHaveDuplicates();
    assertThat(hooks.get(0).json().path("data").path("error").asText())
        .startsWith("ContextTooLong: ");

    office.provider("{\"mode\":\"hang\"}");
    long held = office.postGoodTicket("Changed my mind");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("jobs where state = 'running'") == 1);
    office.post("/v1/jobs/" + held + "/cancel");
    assertThat(receiver.awaitHooksOf(held, 1).get(0).json().path("type").asText())
        .isEqualTo("job.cancelled");

    long old = office.postGoodTicket("Waits for ever");
    rows.change(
        "update jobs set state = 'running', locked_by = 'gone', lease_until = now() - interval '1 s',"
            + " attempt = 5, delivery = 50, wait_reason = null, waiting_since = null where id = ?",
        old);
    Hook dead = receiver.awaitHooksOf(old, 1).get(0);
    assertThat(dead.json().path("type").asText()).isEqualTo("job.dead_letter");
    assertThat(dead.json().path("data").path("error").asText()).startsWith("WorkerLost: ");

    long tired = office.postGoodTicket("Waits too long");
    rows.change(
        "update jobs set state = 'queued', locked_by = null, lease_until = null, run_at = now() + interval '1 day',"
            + " queued_since = now() - interval '2 days' where id = ?",
        tired);
    Hook late = receiver.awaitHooksOf(tired, 1).get(0);
    assertThat(late.json().path("type").asText()).isEqualTo("job.dead_letter");
    assertThat(late.json().path("data").path("error").asText()).startsWith("TooOld: ");
  }

  @Test
  void aReceiverThatFailsIsToldAgainUnderTheSameIdAndJobsGoOnMeanwhile() {
    receiver.behave(
        (hook, exchange) ->
            exchange.sendResponseHeaders(receiver.hooksOf(hook.job()).size() < 3 ? 500 : 200, -1));

    long job = office.postGoodTicket("Parcel");

    List<Hook> hooks = receiver.awaitHooksOf(job, 3);
    assertThat(hooks).extracting(Hook::id).containsOnly(hooks.get(0).id());
    assertThat(hooks)
        .extracting(hook -> new String(hook.body()))
        .containsOnly(new String(hooks.get(0).body()));
    assertThat(hooks).allMatch(hook -> hook.isSignedBy(SECRET));
    awaitRow(job, "state = 'delivered' and attempt = 3 and last_error is null");
    office.awaitJob(job, "succeeded");
  }

  @Test
  void whatTheReceiverAsksToWaitIsAFloor() {
    receiver.behave(
        (hook, exchange) -> {
          exchange.getResponseHeaders().set("Retry-After", "600");
          exchange.sendResponseHeaders(429, -1);
        });

    long job = office.postGoodTicket("Parcel");

    awaitRow(
        job,
        "state = 'waiting' and locked_by is null and last_status = 429"
            + " and due_at - now() between interval '500 s' and interval '600 s'");
    receiver.behave(Behaviour.answering(200));
    rows.change("update outbox set due_at = now() where job_id = ?", job);
    awaitRow(job, "state = 'delivered'");
    assertThat(receiver.hooksOf(job)).hasSize(2);
  }

  @Test
  void whenAllAttemptsFailItIsADeadLetter() {
    receiver.behave(Behaviour.answering(503));

    long job = office.postGoodTicket("Parcel");

    awaitRow(
        job,
        "state = 'dead_letter' and attempt = 4 and last_error = 'ReceiverRefused: the receiver answered 503'");
    assertThat(receiver.hooksOf(job)).hasSize(ATTEMPTS);
  }

  @Test
  void aReceiverThatIsGoneIsToldNoMore() {
    receiver.behave(Behaviour.answering(410));

    long job = office.postGoodTicket("Parcel");

    awaitRow(job, "state = 'dead_letter' and attempt = 1 and last_error like 'ReceiverGone: %'");
  }

  @Test
  void aRedirectIsNotFollowed() {
    receiver.behave(
        (hook, exchange) -> {
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          exchange.sendResponseHeaders(hook.target().equals("/elsewhere") ? 200 : 307, -1);
        });

    long job = office.postGoodTicket("Parcel");

    awaitRow(job, "state = 'dead_letter' and last_error like '%307; redirects are not followed'");
    assertThat(receiver.hooksOf(job)).noneMatch(hook -> hook.target().equals("/elsewhere"));
  }

  @Test
  void aReceiverThatSaysMuchIsHeardByItsStatusOnly() {
    receiver.behave(
        (hook, exchange) -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] page = new byte[1 << 20];
          for (int i = 0; i < 50; i++) {
            exchange.getResponseBody().write(page);
          }
        });

    long job = office.postGoodTicket("Parcel");

    awaitRow(job, "state = 'delivered' and attempt = 1");
  }

  @Test
  void aReceiverThatDripsIsGivenUpInTimeAndKeepsNoJobWaiting() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    receiver.behave(
        (hook, exchange) -> {
          exchange.sendResponseHeaders(200, 0);
          while (!end.await(100, TimeUnit.MILLISECONDS)) {
            exchange.getResponseBody().write('\n');
            exchange.getResponseBody().flush();
          }
        });
    try {
      long job = office.postGoodTicket("Parcel");

      awaitRow(
          job,
          "last_error = 'ReceiverUnreachable: it did not answer in time' and last_status is null");
      for (int i = 0; i < 20; i++) {
        office.postGoodTicket("Not kept waiting");
      }
      office.awaitAllOver(Duration.ofSeconds(30));
    } finally {
      end.countDown();
    }
  }

  @Test
  void aSenderWhoseLeasePassedOnChangesNothing() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    receiver.behave(
        (hook, exchange) -> {
          answer.await(4, TimeUnit.SECONDS);
          exchange.sendResponseHeaders(200, -1);
        });
    try (LogLines log = LogLines.listen()) {
      long job = office.postGoodTicket("Parcel");
      receiver.awaitHooksOf(job, 1);
      // As another process does whose claim came after the end of the lease.
      assertThat(
              rows.change(
                  "update outbox set delivery = delivery + 1, attempt = attempt + 1, locked_by = 'other',"
                      + " due_at = now() + interval '1 hour' where job_id = ? and locked_by is not null",
                  job))
          .isEqualTo(1);
      answer.countDown();

      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> log.lines().stream().anyMatch(line -> line.contains("lease lost (attempt 1)")));
      awaitRow(job, "state = 'waiting' and locked_by = 'other' and attempt = 2");
      rows.change("update outbox set due_at = now() where job_id = ?", job);
      awaitRow(job, "state = 'delivered' and attempt = 3");
      assertThat(receiver.hooksOf(job))
          .extracting(Hook::id)
          .hasSize(2)
          .containsOnly(receiver.hooksOf(job).get(0).id());
    }
  }

  @Test
  void anEventThatKillsItsSendersIsSetAside() {
    receiver.behave(Behaviour.answering(503));
    long job = office.postGoodTicket("Parcel");
    awaitRow(job, "state = 'dead_letter'");
    rows.change(
        "update outbox set state = 'waiting', ended_at = null, locked_by = 'gone', due_at = now(),"
            + " last_error = null where job_id = ?",
        job);

    awaitRow(job, "state = 'dead_letter' and attempt = 4 and last_error like 'SenderLost: %'");
    assertThat(receiver.hooksOf(job)).hasSize(ATTEMPTS);
  }

  @Test
  void withoutAReceiverNothingIsWrittenDown() {
    try (RunningOffice quiet = RunningOffice.start("contract_no_webhooks")) {
      quiet.awaitJob(quiet.postGoodTicket("Parcel"), "succeeded");
      quiet.provider("{\"mode\":\"context_400\"}");
      quiet.awaitJob(quiet.postGoodTicket("Too long"), "failed");

      assertThat(quiet.rows().count("outbox")).isZero();
      assertThat(quiet.rows().value("select pg_relation_size('outbox')")).isEqualTo(0L);
    }
  }

  @Test
  void aTopicHasEventsOfItsOwn() {
    try (RunningOffice topic =
        RunningOffice.start(
            "contract_outbox_topic", Map.of("outbox.topic.events", "succeeded, dead_letter"))) {
      topic.awaitJob(topic.postGoodTicket("Parcel"), "succeeded");
      topic.provider("{\"mode\":\"context_400\"}");
      topic.awaitJob(topic.postGoodTicket("Too long"), "failed");

      assertThat(topic.rows().count("outbox where channel = 'topic' and kind = 'job.succeeded'"))
          .isEqualTo(1);
      assertThat(topic.rows().count("outbox")).isEqualTo(1);
    }
  }

  @Test
  void aPersonSeesWhatWasSetAsideAndSendsItAgain() {
    receiver.behave(Behaviour.answering(410));
    long job = office.postGoodTicket("Parcel");
    awaitRow(job, "state = 'dead_letter'");

    HttpResponse<String> page = office.get("/v1/webhooks?state=dead_letter&job=" + job);

    document.assertDescribed("GET /v1/webhooks", page);
    assertThat(json(page).path("webhooks")).hasSize(1);
    assertThat(json(page).path("dead_letters").asInt()).isPositive();
    JsonNode dead = json(page).path("webhooks").get(0);
    Hook first = receiver.hooksOf(job).get(0);
    assertThat(dead.path("event_id").asText()).isEqualTo(first.id());
    assertThat(dead.path("last_status").asInt()).isEqualTo(410);
    document.assertValid(
        "the body", document.root().at("/components/schemas/JobEnded"), first.json());

    receiver.behave(Behaviour.answering(200));
    String retry = "/v1/webhooks/{id}/retry";
    HttpResponse<String> again =
        post(dead.path("links").path("retry").asText(), "{\"reason\":\"it is back\"}");
    assertThat(again.statusCode()).isEqualTo(202);
    document.assertDescribed("POST " + retry, again);
    awaitRow(job, "state = 'delivered' and attempt = 1");
    assertThat(receiver.hooksOf(job)).extracting(Hook::id).hasSize(2).containsOnly(first.id());
    assertThat(
            rows.value(
                "select operator || ': ' || reason from audit where action = 'webhook_retried' and job_id = ?",
                job))
        .isEqualTo("anyone: it is back");

    HttpResponse<String> notTwice = office.post(dead.path("links").path("retry").asText());
    assertThat(notTwice.statusCode()).isEqualTo(409);
    document.assertDescribed("POST " + retry, notTwice);
    HttpResponse<String> unknown = office.post("/v1/webhooks/999999/retry");
    assertThat(unknown.statusCode()).isEqualTo(404);
    document.assertDescribed("POST " + retry, unknown);
    HttpResponse<String> noState = office.get("/v1/webhooks?state=lost");
    document.assertDescribed("GET /v1/webhooks", noState);
  }

  @Test
  void allThatWereSetAsideAreSentAgainAThousandAtATime() {
    rows.change(
        """
        insert into outbox (channel, kind, job_id, ticket_number, state, attempt, delivery, ended_at)
        select 'webhook', 'job.succeeded', 1000000 + i, 1000000 + i, 'dead_letter', 1, 1, now()
        from generate_series(1, 1010) as i
        """);

    HttpResponse<String> first = post("/v1/webhooks/retry", "{\"reason\":\"it is back\"}");
    HttpResponse<String> second = post("/v1/webhooks/retry", "{\"reason\":\"it is back\"}");

    document.assertDescribed("POST /v1/webhooks/retry", first);
    assertThat(json(first).path("retried").asInt()).isEqualTo(1_000);
    assertThat(json(first).path("left").asInt()).isGreaterThanOrEqualTo(10);
    assertThat(json(second).path("left").asInt()).isZero();
    assertThat(rows.count("outbox where job_id > 1000000 and state = 'dead_letter'")).isZero();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> rows.count("outbox where job_id > 1000000 and state = 'delivered'") > 0);
    assertThat(rows.count("audit where action = 'webhooks_retried'")).isEqualTo(2);
    rows.change("delete from outbox where job_id > 1000000");
  }

  @Test
  void whatWasDeliveredLongAgoIsDeleted() {
    rows.change(
        """
        insert into outbox (channel, kind, job_id, ticket_number, state, attempt, delivery, ended_at)
        select 'webhook', 'job.succeeded', 2000000 + i, 2000000 + i, case when i > 1500 then 'dead_letter' else 'delivered' end,
               1, 1, now() - interval '1 day' * case when i <= 1400 or i > 1500 then 8 else 6 end
        from generate_series(1, 1501) as i
        """);

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> rows.count("outbox where job_id > 2000000") == 101);
    assertThat(
            rows.count(
                "outbox where job_id > 2000000 and state = 'delivered' and ended_at < now() - interval '7 days'"))
        .isZero();
    assertThat(rows.change("delete from outbox where job_id > 2000000")).isEqualTo(101);
  }

  private static HttpResponse<String> post(String path, String body) {
    return office.send(
        office
            .request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static void awaitRow(long job, String condition) {
    await("the webhook of job " + job)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> rows.count("outbox where job_id = " + job + " and " + condition) == 1);
  }
}
