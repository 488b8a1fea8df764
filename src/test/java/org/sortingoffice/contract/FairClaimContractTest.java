package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/** One actor's thousands of tickets do not come before another one's single ticket. */
class FairClaimContractTest {
  private static final int LIGHT = 10;
  private static final int MANY = 10_000;

  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_fair", Map.of("app.roles", "api"));
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @ParameterizedTest(name = "with {0} slots")
  @ValueSource(ints = {1, 16})
  void aSingleTicketWaitsForAFewJobsOfAnActorWhoHasTenThousand(int slots) {
    String hog = "C-HOG-" + slots;
    rows.change("update jobs set run_at = now() + interval '1 day' where state = 'queued'");
    for (int i = 0; i < LIGHT + 2; i++) {
      post(hog);
    }
    rows.change(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body)
          select '%1$s', 'One of many', 'It should have been here on Monday.' from generate_series(1, %2$d)
          returning number
        )
        insert into jobs (ticket_number, actor, request_sha256, bulk)
        select number, 'customer:%1$s', 'v1:x', true from ticket
        """
            .formatted(hog, MANY - LIGHT - 2));
    HttpResponse<String> accepted =
        office.postTicket(null, ticket("C-ONE-" + slots, "The only one", "Where is my parcel?"));
    long single = json(accepted).path("job_id").asLong();
    office.closeOffice();
    try {
      office.open(Map.of("worker.concurrency", String.valueOf(slots), "shutdown.seconds", "0.5"));
      office.awaitJob(single, "succeeded");
    } finally {
      office.closeOffice();
      office.open(Map.of("app.roles", "api"));
    }

    assertThat(rows.count("jobs where actor = 'customer:" + hog + "'")).isEqualTo(MANY);
    assertThat(
            rows.count(
                "jobs where actor = 'customer:%s' and started_at <= (select started_at from jobs where id = %d)"
                    .formatted(hog, single)))
        .as("jobs claimed before it: the light ones, bulk's share, and what was in flight")
        .isLessThanOrEqualTo(2 * (LIGHT + 1) + slots);
  }

  @Test
  void whatAnActorHasBeyondTheFirstTenIsBulk_untilTheyAreThrough() {
    long[] jobs = new long[LIGHT + 3];
    for (int i = 0; i < jobs.length; i++) {
      jobs[i] = post("C-SOME");
    }
    assertThat(IntStream.range(0, jobs.length).filter(i -> bulk(jobs[i])).toArray())
        .containsExactly(LIGHT, LIGHT + 1, LIGHT + 2);

    office.post("/v1/jobs/" + jobs[3] + "/cancel");
    assertThat(bulk(post("C-SOME"))).as("the tenth before it waits no more").isFalse();
    assertThat(bulk(post("C-SOME"))).isTrue();
    assertThat(bulk(post("C-OTHER"))).as("another actor").isFalse();
  }

  @Test
  void ticketsThatComeTogetherMakeNoMoreLightJobs() {
    Stream<CompletableFuture<HttpResponse<String>>> all =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    office.sendAsync(
                        office.ticketRequest(
                            "together-" + i, ticket("C-CROWD", "One of sixty", "Hello."))))
            .toList()
            .stream();
    assertThat(all.map(CompletableFuture::join).map(HttpResponse::statusCode)).containsOnly(202);

    assertThat(rows.count("jobs where actor = 'customer:C-CROWD' and not bulk"))
        .isBetween(1L, (long) LIGHT);
    assertThat(rows.count("jobs where actor = 'customer:C-CROWD'")).isEqualTo(60);
  }

  @Test
  void aJobThatIsSentAgainKeepsItsLane() {
    for (int i = 0; i < LIGHT; i++) {
      post("C-AGAIN");
    }
    long job = post("C-AGAIN");
    rows.change("update jobs set state = 'failed', finished_at = now() where id = ?", job);

    assertThat(office.post("/v1/jobs/" + job + "/retry").statusCode()).isEqualTo(202);
    assertThat(bulk(job)).isTrue();
  }

  private static long post(String customer) {
    HttpResponse<String> answer =
        office.postTicket(null, ticket(customer, "One of many", "It should have been here."));
    assertThat(answer.statusCode()).isEqualTo(202);
    return json(answer).path("job_id").asLong();
  }

  private static boolean bulk(long job) {
    return (Boolean) rows.value("select bulk from jobs where id = ?", job);
  }
}
