package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.SetAside;

/**
 * What people do at the desk: find what was set aside, understand it, and send it again. Each test
 * has failures of its own kind.
 */
class DeadLetterDeskContractTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static RunningOffice office;
  private static SetAside setAside;

  @BeforeAll
  static void open() {
    office =
        RunningOffice.start(
            "contract_desk", Map.of("retry.base.seconds", "0.05", "breaker.minimum.calls", "1000"));
    setAside = new SetAside(office.rows());
  }

  @AfterAll
  static void close() {
    office.close();
  }

  @Test
  void failuresThatDifferOnlyInNumbersAndIdsAreOneGroupForEachStep() {
    setAside.add(4, "Grouped: request req_%d took %d ms", "classify", "2 hours");
    setAside.add(3, "Grouped: request req_%d took %d ms", "embed", "2 hours");
    setAside.add(2, "Grouped: the provider answered 503", null, "1 hour");
    setAside.add(1, "Grouped: the provider answered 502", null, "1 hour");

    JsonNode answer = json(office.get("/v1/dead-letters/groups?error=Grouped"));

    assertThat(answer.path("groups").findValuesAsText("error"))
        .containsExactly(
            "Grouped: request # took # ms",
            "Grouped: request # took # ms",
            "Grouped: the provider answered 503",
            "Grouped: the provider answered 502");
    JsonNode first = answer.at("/groups/0");
    assertThat(first.path("count").asInt()).isEqualTo(4);
    assertThat(first.path("step").asText()).isEqualTo("classify");
    assertThat(first.path("error_class").asText()).isEqualTo("Grouped");
    assertThat(answer.at("/groups/2/status").asInt()).isEqualTo(503);
    assertThat(answer.at("/groups/2/step").isNull()).isTrue();
    assertThat(first.path("samples")).hasSize(3);
    assertThat(first.path("series")).hasSize(24);
    for (JsonNode group : answer.path("groups")) {
      int inSeries = 0;
      for (JsonNode slot : group.path("series")) {
        inSeries += slot.asInt();
      }
      assertThat(inSeries).isEqualTo(group.path("count").asInt());
    }
    assertThat(answer.path("total").asInt()).isEqualTo(10);
  }

  @Test
  void pagesFollowEachOtherAndMissNobodyAlsoWhenMoreComes_Q53() {
    long first = setAside.add(25, "Paged: nothing", "classify", "1 hour");
    List<Long> seen = new ArrayList<>();
    String after = "";
    do {
      JsonNode page = json(office.get("/v1/dead-letters?error=Paged&limit=10" + after));
      page.path("jobs").forEach(job -> seen.add(job.path("job_id").asLong()));
      assertThat(page.path("total").asInt()).isGreaterThanOrEqualTo(25);
      after = page.path("next").isNull() ? null : "&after=" + page.path("next").asText();
      setAside.add(1, "Paged: nothing", "classify", "0 seconds");
    } while (after != null);

    assertThat(seen)
        .containsExactlyElementsOf(
            IntStream.iterate(24, i -> i >= 0, i -> i - 1).mapToObj(i -> first + i).toList());
  }

  @Test
  void aFilterMeansTheSameInTheListTheGroupsAndATrialRun_Q57() {
    setAside.add(5, "Filtered: the provider answered 503", "classify", "2 hours");
    setAside.add(7, "Filtered: the provider answered 503", "classify", "5 minutes");
    setAside.add(2, "Filtered: something ODD", "embed", "2 hours");
    String hourAgo =
        (String)
            office
                .rows()
                .value(
                    "select to_char((now() - interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");

    for (String query :
        List.of(
            "to=" + hourAgo,
            "step=classify",
            "text=odd",
            "state=failed",
            "actor=customer:C-0022&from=" + hourAgo)) {
      JsonNode list = json(office.get("/v1/dead-letters?error=Filtered&" + query));
      JsonNode groups = json(office.get("/v1/dead-letters/groups?error=Filtered&" + query));
      ObjectNode filter = JSON.createObjectNode().put("error", "Filtered");
      for (String pair : query.split("&")) {
        filter.put(pair.split("=")[0], pair.split("=")[1]);
      }
      JsonNode trial =
          json(
              post(
                  "/v1/redrives",
                  JSON.createObjectNode().put("dry_run", true).set("filter", filter)));

      assertThat(list.path("total").asInt()).as(query).isEqualTo(groups.path("total").asInt());
      assertThat(trial.path("count").asInt()).as(query).isEqualTo(list.path("total").asInt());
      assertThat(list.path("jobs")).as(query).hasSize(list.path("total").asInt());
    }
    assertThat(
            json(office.get("/v1/dead-letters?error=Filtered&to=" + hourAgo)).path("total").asInt())
        .isEqualTo(7);
    assertThat(json(office.get("/v1/dead-letters?error=Filtered&text=odd")).path("total").asInt())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/dead-letters?stat=failed",
    "/v1/dead-letters?state=queued",
    "/v1/dead-letters?limit=201",
    "/v1/dead-letters?after=12",
    "/v1/dead-letters?from=yesterday",
    "/v1/dead-letters?group=x",
    "/v1/dead-letters?discarded=maybe",
    "/v1/dead-letters/groups?limit=3",
    "/v1/redrives?state=gone",
    "/v1/overview?x=1"
  })
  void aParameterThatIsNotKnownIsRefused(String path) {
    HttpResponse<String> answer = office.get(path);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).path("code").asText()).isEqualTo("unknown_parameter");
  }

  @Test
  void sendingAllSendsThoseThatWereSeenAndNoneThatCameSince_H56() {
    long first = setAside.add(10, "Seen: nothing", "classify", "1 minute");
    JsonNode page = json(office.get("/v1/dead-letters?error=Seen"));
    long later = setAside.add(1, "Seen: nothing", "classify", "0 seconds");
    for (int i = 1; i < 5; i++) {
      setAside.add(1, "Seen: nothing", "classify", "0 seconds");
    }

    HttpResponse<String> started = post("/v1/redrives", redrive("Seen", page, 10, 100));

    assertThat(started.statusCode()).isEqualTo(202);
    JsonNode redrive = awaitDone(json(started));
    assertThat(redrive.at("/counts/retried").asInt()).isEqualTo(10);
    assertThat(states(first, 10)).doesNotContain("dead_letter");
    assertThat(states(later, 5)).containsOnly("dead_letter");
    HttpResponse<String> again = post("/v1/redrives", redrive("Seen", page, 10, 100));
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(json(again).path("code").asText()).isEqualTo("redrive_count_changed");
    assertThat(json(again).path("count").asInt()).isZero();
    assertThat(json(again).path("arrived_since").asInt()).isEqualTo(5);
  }

  @Test
  void nothingIsSavedWhenMoreOrFewerAreMeantThanExpected_Q57() {
    setAside.add(3, "Expected: nothing", "classify", "1 minute");
    JsonNode page = json(office.get("/v1/dead-letters?error=Expected"));
    long before = office.rows().count("redrives");

    HttpResponse<String> refused = post("/v1/redrives", redrive("Expected", page, 4, 10));

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(json(refused).path("count").asInt()).isEqualTo(3);
    assertThat(office.rows().count("redrives")).isEqualTo(before);
  }

  @Test
  void aTrialRunSavesNothing() {
    setAside.add(3, "Trial: nothing", "classify", "1 minute");
    long redrives = office.rows().count("redrives");
    long audit = office.rows().count("audit");

    HttpResponse<String> answer =
        post("/v1/redrives", body("{\"filter\":{\"error\":\"Trial\"},\"dry_run\":true}"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(json(answer).path("count").asInt()).isEqualTo(3);
    assertThat(json(answer).path("samples")).hasSize(3);
    assertThat(office.rows().count("redrives")).isEqualTo(redrives);
    assertThat(office.rows().count("audit")).isEqualTo(audit);
  }

  @Test
  void twoOperatorsAtOnceMakeOneRedrive_H60() {
    setAside.add(40, "Twice: nothing", "classify", "1 minute");
    JsonNode page = json(office.get("/v1/dead-letters?error=Twice"));
    String request = redrive("Twice", page, 40, 5).toString();

    List<HttpResponse<String>> answers =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    office.sendAsync(
                        office
                            .request("/v1/redrives")
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(request))))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();

    List<HttpResponse<String>> accepted =
        answers.stream().filter(answer -> answer.statusCode() == 202).toList();
    assertThat(accepted).hasSize(1);
    long id = json(accepted.get(0)).path("redrive_id").asLong();
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() != 202)
        .allSatisfy(
            answer -> {
              assertThat(json(answer).path("code").asText())
                  .isIn("redrive_running", "redrive_count_changed");
              if (json(answer).path("code").asText().equals("redrive_running")) {
                assertThat(json(answer).path("redrive_id").asLong()).isEqualTo(id);
              }
            });
    assertThat(office.post("/v1/redrives/" + id + "/cancel").statusCode()).isEqualTo(202);
  }

  @Test
  void aRequestThatComesTwiceWithItsKeyIsAnsweredWithTheFirstOnesRedrive_H60() {
    setAside.add(3, "Keyed: nothing", "classify", "1 minute");
    ObjectNode request = redrive("Keyed", json(office.get("/v1/dead-letters?error=Keyed")), 3, 100);

    HttpResponse<String> first = postWithKey(request, "once");
    JsonNode done = awaitDone(json(first));
    HttpResponse<String> second = postWithKey(request, "once");
    HttpResponse<String> other = postWithKey(request.deepCopy().put("reason", "another"), "once");

    assertThat(second.statusCode()).isEqualTo(202);
    assertThat(second.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(json(second).path("redrive_id")).isEqualTo(done.path("redrive_id"));
    assertThat(other.statusCode()).isEqualTo(422);
  }

  @Test
  void aRedriveKeepsItsPaceAlsoAfterAPause_H58() {
    setAside.add(60, "Paced: nothing", "classify", "1 minute");
    JsonNode page = json(office.get("/v1/dead-letters?error=Paced"));
    JsonNode started = json(post("/v1/redrives", redrive("Paced", page, 60, 20)));
    String path = "/v1/redrives/" + started.path("redrive_id").asLong();
    await("some are sent")
        .atMost(Duration.ofSeconds(30))
        .until(() -> json(office.get(path)).at("/counts/retried").asInt() >= 10);

    assertThat(json(office.post(path + "/pause")).path("state").asText()).isEqualTo("paused");
    int atPause = json(office.get(path)).at("/counts/retried").asInt();
    long asked = office.rows().count("redrive_items where state = 'retried'");
    // A pause much longer than the pace, told by the database's clock and not by waiting.
    office
        .rows()
        .change(
            "update redrives set next_at = next_at - interval '1 hour' where id = ?",
            started.path("redrive_id").asLong());
    assertThat(json(office.post(path + "/pause")).path("code").asText())
        .isEqualTo("redrive_not_changeable");
    assertThat(json(office.get(path)).at("/counts/retried").asInt()).isEqualTo(atPause);
    assertThat(office.rows().count("redrive_items where state = 'retried'")).isEqualTo(asked);
    assertThat(json(office.post(path + "/resume")).path("state").asText()).isEqualTo("running");
    awaitDone(started);

    // At 20 a second no second may see more than those, and the half second that a late look makes
    // up for.
    assertThat(
            (Long)
                office
                    .rows()
                    .value(
                        """
                        select max(jobs) from (
                          select count(*) over (order by at range between current row and interval '1 second' following) as jobs
                          from redrive_items where redrive_id = ? and state = 'retried') as sliding
                        """,
                        started.path("redrive_id").asLong()))
        .isLessThanOrEqualTo(20 + 10 + 1);
  }

  @Test
  void aJobThatWasSentOrDiscardedMeanwhileIsSkipped_H60() {
    long first = setAside.add(30, "Skipped: nothing", "classify", "1 minute");
    JsonNode page = json(office.get("/v1/dead-letters?error=Skipped"));
    JsonNode started = json(post("/v1/redrives", redrive("Skipped", page, 30, 1)));
    String path = "/v1/redrives/" + started.path("redrive_id").asLong();
    assertThat(office.post(path + "/pause").statusCode()).isEqualTo(202);
    long last = first + 29;
    assertThat(office.post("/v1/jobs/" + last + "/retry").statusCode()).isEqualTo(202);
    assertThat(
            post("/v1/jobs/" + (last - 1) + "/discard", body("{\"reason\":\"asked by phone\"}"))
                .statusCode())
        .isEqualTo(202);
    office
        .rows()
        .change("update redrives set rate = 500 where id = ?", started.path("redrive_id").asLong());
    office.post(path + "/resume");

    JsonNode redrive = awaitDone(started);

    assertThat(redrive.at("/counts/skipped").asInt()).isEqualTo(2);
    assertThat(redrive.at("/counts/retried").asInt()).isEqualTo(28);
    assertThat(states(last - 1, 1)).containsExactly("dead_letter");
    assertThat(office.rows().count("audit where action = 'job_retried' and job_id = " + last))
        .isEqualTo(1);
  }

  @Test
  void whatACancelledRedriveDidNotSendStaysAsItWas_H58() {
    long first = setAside.add(50, "Cancelled: nothing", "classify", "1 minute");
    JsonNode page = json(office.get("/v1/dead-letters?error=Cancelled"));
    JsonNode started = json(post("/v1/redrives", redrive("Cancelled", page, 50, 2)));
    String path = "/v1/redrives/" + started.path("redrive_id").asLong();

    HttpResponse<String> cancelled =
        post(path + "/cancel", body("{\"reason\":\"the provider is still ill\"}"));

    assertThat(cancelled.statusCode()).isEqualTo(202);
    JsonNode redrive = json(cancelled);
    assertThat(redrive.path("state").asText()).isEqualTo("cancelled");
    long sent = redrive.at("/counts/retried").asLong();
    assertThat(redrive.at("/counts/remaining").asLong()).isEqualTo(50 - sent);
    assertThat(states(first, 50)).filteredOn("dead_letter"::equals).hasSize((int) (50 - sent));
    assertThat(office.post(path + "/resume").statusCode()).isEqualTo(409);
    assertThat(office.rows().count("redrive_items where state = 'pending'")).isZero();
    assertThat(
            office
                .rows()
                .value(
                    "select reason from audit where action = 'redrive_cancelled' and subject = ?",
                    "redrive " + redrive.path("redrive_id").asLong()))
        .isEqualTo("the provider is still ill");
  }

  @Test
  void historyAndWhoAndWhyOutliveEveryRetry_H59_Q61() {
    office.provider("{\"mode\":\"outage\"}");
    long job = office.postGoodTicketWith("Dies twice", "It should have been here on Monday.");
    try {
      office.awaitJob(job, "dead_letter");
      HttpResponse<String> first =
          post("/v1/jobs/" + job + "/retry", body("{\"reason\":\"the provider said it is well\"}"));
      assertThat(json(first).path("attempts").asInt()).isLessThanOrEqualTo(1);
      assertThat(json(first).path("last_error").isNull()).isTrue();
      office.awaitJob(job, "dead_letter");
    } finally {
      office.provider("{\"mode\":\"normal\"}");
    }
    post("/v1/jobs/" + job + "/notes", body("{\"text\":\"now it answers\"}"));
    post("/v1/jobs/" + job + "/retry", body("{\"reason\":\"tried by hand\"}"));

    JsonNode shown = office.awaitJob(job, "succeeded");

    assertThat(shown.path("deliveries")).hasSize(11);
    assertThat(shown.path("retries")).hasSize(2);
    assertThat(shown.path("retries").findValuesAsText("reason"))
        .containsExactly("the provider said it is well", "tried by hand");
    assertThat(shown.path("retries").findValuesAsText("operator")).containsOnly("anyone");
    assertThat(shown.path("retries").findValuesAsText("last_error"))
        .containsOnly("ProviderUnavailable: the provider answered 503");
    assertThat(shown.at("/notes/0/text").asText()).isEqualTo("now it answers");
    assertThat(shown.at("/ticket/subject").asText()).isEqualTo("Dies twice");
    assertThat(shown.path("steps_missing")).isEmpty();
  }

  @Test
  void twentyRetriesAtOnceAreOne_Q59() {
    long job = setAside.add(1, "Raced: nothing", "classify", "1 minute");

    List<Integer> answers =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    office.sendAsync(
                        office.request("/v1/jobs/" + job + "/retry").POST(BodyPublishers.noBody())))
            .toList()
            .stream()
            .map(answer -> answer.join().statusCode())
            .toList();

    assertThat(answers).filteredOn(status -> status == 202).hasSize(1);
    assertThat(answers).filteredOn(status -> status != 202).containsOnly(409);
    office.awaitJob(job, "succeeded");
    assertThat(office.rows().count("audit where action = 'job_retried' and job_id = " + job))
        .isEqualTo(1);
    assertThat(office.rows().count("deliveries where job_id = " + job + " and delivery > 5"))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "queued, retry, 409", "queued, discard, 409", "queued, cancel, 202", "queued, notes, 201",
    "running, retry, 409", "running, discard, 409", "running, cancel, 202", "running, notes, 201",
    "succeeded, retry, 409", "succeeded, discard, 409", "succeeded, cancel, 409",
        "succeeded, notes, 201",
    "failed, retry, 202", "failed, discard, 202", "failed, cancel, 409", "failed, notes, 201",
    "dead_letter, retry, 202", "dead_letter, discard, 202", "dead_letter, cancel, 409",
        "dead_letter, notes, 201",
    "cancelled, retry, 409", "cancelled, discard, 409", "cancelled, cancel, 409",
        "cancelled, notes, 201"
  })
  void anActionIsDoneInItsStatesAndChangesNothingInOthers_Q58_Q62(
      String state, String action, int status) {
    long job = setAside.add(1, "Matrix: nothing", "classify", "1 minute");
    boolean over = !state.equals("queued") && !state.equals("running");
    office
        .rows()
        .change(
            "update jobs set state = ?, run_at = now() + interval '1 hour', finished_at = case when ? then finished_at end,"
                + " locked_by = case when ? then 'nobody' end, lease_until = case when ? then now() + interval '1 hour' end"
                + " where id = ?",
            state,
            over,
            state.equals("running"),
            state.equals("running"),
            job);
    if (state.equals("running")) {
      office.rows().change("update jobs set delivery = 6, attempt = 1 where id = ?", job);
    }
    String before = row(job);
    String body =
        switch (action) {
          case "notes" -> "{\"text\":\"seen\"}";
          default -> "{\"reason\":\"tried\"}";
        };

    HttpResponse<String> answer = post("/v1/jobs/" + job + "/" + action, body(body));

    assertThat(answer.statusCode()).isEqualTo(status);
    if (status == 409 || action.equals("notes")) {
      assertThat(row(job)).isEqualTo(before);
    }
    if (status == 409) {
      assertThat(json(answer).path("state").asText()).isEqualTo(state);
      assertThat(office.rows().count("audit where job_id = " + job)).isZero();
    } else {
      assertThat(office.rows().count("audit where job_id = " + job)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"retry", "discard", "notes", "cancel"})
  void anUnknownJobIsToldSo_Q58(String action) {
    String body = action.equals("notes") ? "{\"text\":\"x\"}" : "{\"reason\":\"x\"}";
    for (String id : List.of("999999", "nonsense", "-1")) {
      HttpResponse<String> answer = post("/v1/jobs/" + id + "/" + action, body(body));
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(json(answer).path("code").asText()).isEqualTo("job_not_found");
    }
  }

  @Test
  void aDiscardedJobLeavesTheListAndIsKeptAndARetryBringsItBack() {
    long job = setAside.add(1, "Discarded: nothing", "classify", "1 minute");

    assertThat(post("/v1/jobs/" + job + "/discard", body("{}")).statusCode()).isEqualTo(422);
    JsonNode discarded =
        json(post("/v1/jobs/" + job + "/discard", body("{\"reason\":\"a test order\"}")));

    assertThat(discarded.at("/discard/reason").asText()).isEqualTo("a test order");
    assertThat(json(office.get("/v1/dead-letters?error=Discarded")).path("total").asInt()).isZero();
    JsonNode kept = json(office.get("/v1/dead-letters?error=Discarded&discarded=true"));
    assertThat(kept.at("/jobs/0/discard/operator").asText()).isEqualTo("anyone");
    assertThat(
            json(post("/v1/jobs/" + job + "/discard", body("{\"reason\":\"again\"}")))
                .path("code")
                .asText())
        .isEqualTo("job_not_discardable");
    assertThat(office.post("/v1/jobs/" + job + "/retry").statusCode()).isEqualTo(202);
    assertThat(office.awaitJob(job, "succeeded").path("discard").isNull()).isTrue();
  }

  @Test
  void aRequestForARedriveIsToldAllThatIsWrongWithIt() {
    HttpResponse<String> answer =
        post(
            "/v1/redrives",
            body(
                "{\"filter\":{\"stat\":\"x\",\"state\":\"queued\",\"from\":\"monday\"},\"rate_per_second\":0,\"expected_count\":\"all\"}"));

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(json(answer).path("errors").findValuesAsText("pointer"))
        .contains(
            "/filter/stat",
            "/filter/state",
            "/filter/from",
            "/rate_per_second",
            "/expected_count",
            "/as_of",
            "/reason");
  }

  @Test
  void theOverviewCountsWhatIsUnderWay() {
    long job = office.postGoodTicket("For the overview");
    office.awaitJob(job, "succeeded");
    setAside.add(1, "Overview: nothing", "classify", "1 minute");

    JsonNode overview = json(office.get("/v1/overview"));

    assertThat(overview.path("succeeded")).hasSize(15);
    assertThat(overview.path("succeeded_per_minute").asDouble()).isPositive();
    assertThat(overview.at("/set_aside/total").asInt()).isPositive();
    assertThat(overview.at("/set_aside_last_hour/total").asInt()).isPositive();
    assertThat(overview.at("/gate/open").asBoolean()).isTrue();
    assertThat(overview.path("running").isInt()).isTrue();
  }

  private static String row(long job) {
    return (String) office.rows().value("select to_jsonb(jobs)::text from jobs where id = ?", job);
  }

  private static List<String> states(long first, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> (String) office.rows().value("select state from jobs where id = ?", first + i))
        .toList();
  }

  private static JsonNode awaitDone(JsonNode redrive) {
    String path = "/v1/redrives/" + redrive.path("redrive_id").asLong();
    return await("the redrive is done")
        .atMost(Duration.ofSeconds(60))
        .until(() -> json(office.get(path)), shown -> shown.path("state").asText().equals("done"));
  }

  private static ObjectNode redrive(String error, JsonNode page, int expected, int rate) {
    ObjectNode request = JSON.createObjectNode();
    request.putObject("filter").put("error", error);
    return request
        .put("as_of", page.path("as_of").asText())
        .put("expected_count", expected)
        .put("reason", "the provider is well again")
        .put("rate_per_second", rate);
  }

  private static JsonNode body(String json) {
    try {
      return JSON.readTree(json);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private static HttpResponse<String> post(String path, JsonNode body) {
    return office.send(
        office
            .request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  private static HttpResponse<String> postWithKey(JsonNode body, String key) {
    return office.send(
        office
            .request("/v1/redrives")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body.toString())));
  }
}
