package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.Verdict;
import org.sortingoffice.provider.Usage;
import org.sortingoffice.steps.StepResult;

/**
 * The statements for many rows do with each what the statements for one do, whatever else is in the
 * batch. Each round is random but the same at every run, and small, so that rows of one job, one
 * step or one ticket meet often.
 */
class GroupedWorkerStatementsTest {
  private static final int ROUNDS = 12;
  private static final int ROWS = 14;

  /**
   * Everything in the tables, columns that are added later included, except moments of now: they
   * are compared by what they mean.
   */
  private static final String EVERYTHING =
      """
      select jsonb_build_object(
        'jobs', (select jsonb_agg(jsonb_build_array(
                     to_jsonb(jobs) - array['run_at', 'waiting_since', 'finished_at', 'created_at', 'queued_since'],
                     run_at - waiting_since, waiting_since is null, finished_at is null) order by id) from jobs),
        'gate', (select jsonb_agg(to_jsonb(provider_gate)) from provider_gate),
        'runs', (select jsonb_agg(to_jsonb(ai_runs) - array['id', 'created_at'] order by job_id, task) from ai_runs),
        'tickets', (select jsonb_agg(to_jsonb(tickets) - 'created_at' order by number) from tickets),
        'embeddings', (select jsonb_agg(to_jsonb(ticket_embeddings) order by ticket_number) from ticket_embeddings),
        'deliveries', (select jsonb_agg(jsonb_build_array(
                     to_jsonb(deliveries) - array['ended_at', 'waits_until'], waits_until - ended_at)
                     order by job_id, delivery) from deliveries),
        'outbox', (select jsonb_agg(to_jsonb(outbox) - array['id', 'event_id', 'occurred_at', 'due_at']
                     order by job_id, job_error) from outbox))::text
      """;

  /** Six jobs: held in their third delivery, one waiting, with and without a past. */
  private static final String JOBS =
      """
      insert into tickets (number, customer_id, subject, body, draft_reply)
      select n, 'C', 's', 'b', case n when 4 then 'kept' end from generate_series(1, 6) as n;
      insert into jobs (id, ticket_number, actor, request_sha256, state, attempt, delivery, waits, losses, locked_by, lease_until,
                        started_at, last_error)
      select n, n, 'a', 'x', case n when 6 then 'queued' else 'running' end, 2, 3, 1, 1, case when n < 6 then 'w' end,
             case when n < 6 then timestamptz '2100-01-01' end, timestamptz '2026-01-01' + n * interval '1 day', 'before'
      from generate_series(1, 6) as n;
      update provider_gate set reason = 'rate_limited', until = '2026-01-01', probe_until = '2100-01-01',
                               closed_at = timestamptz '2026-01-03 12:00';
      insert into ai_runs (job_id, task, output) values (1, 'classify', '{"old": 1}'), (2, 'embed', '{}');
      insert into ticket_embeddings (ticket_number, model, vector) values (3, 'old', '\\x0000803f');
      insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, wait_reason, repeats)
      values (1, 2, 2, 'v', '2026-01-01', '2026-01-01', 'waiting', 'rate_limited', 4),
             (2, 2, 2, 'v', '2026-01-01', '2026-01-01', 'waiting', 'breaker_open', 1),
             (3, 2, 2, 'v', '2026-01-01', '2026-01-01', 'retried', 'rate_limited', 1),
             (4, 1, 2, 'v', '2026-01-01', '2026-01-01', 'waiting', 'rate_limited', 1)
      """;

  private static StatementPair.Databases databases;

  private final Random random = new Random(20261129);

  @BeforeAll
  static void open() {
    databases = StatementPair.Databases.migrated();
  }

  @AfterAll
  static void close() {
    databases.close();
  }

  @Test
  void savingTogetherIsSavingOneByOne() throws Exception {
    compare("save-result.sql", this::anyResult);
  }

  @Test
  void finishingTogetherIsFinishingOneByOne() throws Exception {
    compare("finish-job.sql", exchange -> {});
  }

  @Test
  void parkingTogetherIsParkingOneByOne() throws Exception {
    compare("park-job.sql", this::anyVerdict);
  }

  @Test
  void buryingTogetherIsBuryingOneByOne() throws Exception {
    compare("bury-job.sql", this::anyEnd);
  }

  @Test
  void ofTwoEndsOfOneJobInABatchTheFirstCounts() throws Exception {
    try (StatementPair pair = new StatementPair("bury-job.sql", databases)) {
      pair.empty();
      pair.change(JOBS);
      List<Consumer<Exchange>> batch =
          List.of(
              job(1, 3).andThen(end("failed", "first")),
              job(1, 3).andThen(end("dead_letter", "second")),
              job(2, 3).andThen(end("failed", "of another")));

      List<Map<String, Object>> together = pair.together(batch);

      assertThat(together.get(0)).containsEntry("id", 1L);
      assertThat(together.get(1)).isNull();
      assertThat(together.get(2)).containsEntry("id", 2L);
      assertThat(
              pair.groupRows()
                  .value(
                      "select string_agg(job_id || outcome || error, ',' order by job_id) from deliveries"
                          + " where delivery = 3"))
          .isEqualTo("1failedfirst,2failedof another");
    }
  }

  private static Consumer<Exchange> end(String outcome, String error) {
    return exchange ->
        exchange.getMessage().setBody(new Verdict(outcome, true, null, 0, null, 400, null, error));
  }

  private void compare(String file, Consumer<Exchange> body) throws Exception {
    try (StatementPair pair = new StatementPair(file, databases)) {
      int withEffect = 0;
      int without = 0;
      for (int round = 0; round < ROUNDS; round++) {
        pair.empty();
        pair.change(JOBS);
        List<Consumer<Exchange>> batch = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          batch.add(remembered(anyJob().andThen(body)));
        }

        List<Object> one = pair.byOne(batch);
        List<Map<String, Object>> together = pair.together(batch);

        assertThat(together.stream().map(GroupedWorkerStatementsTest::onlyValue).toList())
            .as("results of round %d", round)
            .isEqualTo(one);
        assertThat(pair.groupRows().value(EVERYTHING))
            .as("tables after round %d", round)
            .isEqualTo(pair.singleRows().value(EVERYTHING));
        withEffect += (int) one.stream().filter(result -> result != null).count();
        without += (int) one.stream().filter(result -> result == null).count();
      }
      assertThat(withEffect).isGreaterThan(ROUNDS);
      assertThat(without).isGreaterThan(ROUNDS);
    }
  }

  @Test
  void aLeaseThatPassesOnWhileTheBatchWaitsForItsLockIsLostForThatRowAlone_contract18()
      throws Exception {
    for (String file : List.of("save-result.sql", "finish-job.sql", "park-job.sql")) {
      List<Map<String, Object>> results =
          heldBack(file, "update jobs set delivery = 4, attempt = 3 where id = 2");

      assertThat(results.get(0)).as(file).isNotNull();
      assertThat(results.get(1)).as(file).isNull();
      assertThat(results.get(2)).as(file).isNotNull();
    }
  }

  @Test
  void aLeaseThatIsRenewedWhileTheBatchWaitsForItsLockIsStillHeld() throws Exception {
    for (String file : List.of("save-result.sql", "finish-job.sql", "park-job.sql")) {
      assertThat(heldBack(file, "update jobs set lease_until = lease_until + interval '1 s'"))
          .as(file)
          .doesNotContainNull();
    }
  }

  /** Jobs 1 to 3 in a batch that meets an unfinished change of another. */
  private List<Map<String, Object>> heldBack(String file, String change) throws Exception {
    try (StatementPair pair = new StatementPair(file, databases);
        Connection other = pair.groupRows().connect();
        Statement statement = other.createStatement()) {
      pair.empty();
      pair.change(JOBS);
      other.setAutoCommit(false);
      statement.execute(change);
      List<Consumer<Exchange>> batch = new ArrayList<>();
      for (int id = 1; id <= 3; id++) {
        batch.add(
            remembered(
                job(id, 3).andThen(file.startsWith("park") ? this::anyVerdict : this::anyResult)));
      }
      Future<List<Map<String, Object>>> written =
          ForkJoinPool.commonPool().submit(() -> pair.together(batch));
      GroupSqlRig.soon()
          .until(
              () ->
                  pair.singleRows()
                          .count(
                              "pg_stat_activity where datname = 'statement_group' and"
                                  + " wait_event_type = 'Lock'")
                      == 1);
      other.commit();
      return written.get();
    }
  }

  private static Object onlyValue(Map<String, Object> row) {
    return row == null ? null : row.values().iterator().next();
  }

  /** Draws once, so that both statements get the same. */
  private Consumer<Exchange> remembered(Consumer<Exchange> drawn) {
    Exchange first = new DefaultExchange(new DefaultCamelContext());
    drawn.accept(first);
    return exchange -> {
      exchange.getMessage().setBody(first.getMessage().getBody());
      first.getVariables().forEach(exchange::setVariable);
    };
  }

  private Consumer<Exchange> anyJob() {
    return job(1 + random.nextInt(7), random.nextInt(4) == 0 ? 2 : 3);
  }

  private Consumer<Exchange> job(int id, int delivery) {
    String worker = "worker-" + random.nextInt(100);
    boolean probe = random.nextInt(12) == 0;
    return exchange ->
        exchange.setVariable(
            "job",
            new ClaimedJob(id, id, delivery, 2, 1, probe, false, worker, "C", "s", "b", Set.of()));
  }

  private void anyResult(Exchange exchange) {
    exchange.setVariable("step", any("classify", "draft_reply", "embed"));
    exchange
        .getMessage()
        .setBody(
            new StepResult(
                "{\"drawn\": " + random.nextInt(1_000) + ", \"text\": \"a \\\"b\\\" \\\\ c\"}",
                new Usage(
                    any("m1", "m2"),
                    random.nextInt(100),
                    random.nextInt(100),
                    new BigDecimal("0.00003" + random.nextInt(10))),
                random.nextBoolean() ? null : any("billing", "delivery"),
                random.nextBoolean() ? null : random.nextInt(5),
                random.nextBoolean() ? null : "reply {" + random.nextInt(1_000) + "}, \"so\"\n",
                random.nextBoolean() ? null : vector()));
  }

  private byte[] vector() {
    byte[] vector = new byte[Float.BYTES * (1 + random.nextInt(4))];
    random.nextBytes(vector);
    return vector;
  }

  private void anyVerdict(Exchange exchange) {
    boolean waits = random.nextInt(3) > 0;
    exchange
        .getMessage()
        .setBody(
            new Verdict(
                waits ? "waiting" : "retried",
                !waits,
                waits ? any("rate_limited", "breaker_open", "provider_blocked") : "retry",
                random.nextInt(100_000),
                random.nextBoolean() ? null : "classify",
                random.nextBoolean() ? null : Integer.valueOf(400 + 29 * random.nextInt(2)),
                random.nextBoolean() ? null : "Retry-After: " + random.nextInt(9),
                "ProviderRateLimited: \"slow\", {down} " + random.nextInt(1_000)));
  }

  private void anyEnd(Exchange exchange) {
    exchange
        .getMessage()
        .setBody(
            new Verdict(
                any("failed", "dead_letter"),
                true,
                null,
                0,
                random.nextBoolean() ? null : "embed",
                random.nextBoolean() ? null : Integer.valueOf(400),
                null,
                "RequestRejected: \"no\" " + random.nextInt(1_000)));
  }

  private String any(String... values) {
    return values[random.nextInt(values.length)];
  }
}
