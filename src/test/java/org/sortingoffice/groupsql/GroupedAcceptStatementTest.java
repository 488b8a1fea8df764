package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.intake.TicketRequest;
import org.sortingoffice.testing.TestRows;

/** Accepting many tickets together is accepting them one by one, twins in the batch included. */
class GroupedAcceptStatementTest {
  private static final int ROUNDS = 12;
  private static final int ROWS = 14;

  /** Numbers may differ, what belongs together may not. */
  private static final String EVERYTHING =
      """
      select jsonb_agg(jsonb_build_array(actor, idempotency_key, request_sha256, state, attempt, delivery, customer_id,
               subject, body, metadata) order by subject)::text
      from jobs join tickets on tickets.number = jobs.ticket_number
      """;

  private final Random random = new Random(20261130);
  private static StatementPair.Databases databases;
  private static StatementPair pair;

  @BeforeAll
  static void open() {
    databases = StatementPair.Databases.migrated();
    pair = new StatementPair("accept-ticket.sql", databases);
  }

  @BeforeEach
  void empty() {
    pair.empty();
  }

  @AfterAll
  static void close() {
    pair.close();
    databases.close();
  }

  @Test
  void acceptingTogetherIsAcceptingOneByOne() throws Exception {
    int drawn = 0;
    for (int round = 0; round < ROUNDS; round++) {
      pair.empty();
      List<Consumer<Exchange>> before = List.of(request("a", "k1", "v1:1", "before " + round));
      pair.byOne(before);
      pair.together(before);
      List<Consumer<Exchange>> batch = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        batch.add(
            request(
                random.nextBoolean() ? "a" : "b",
                random.nextInt(3) == 0 ? null : "k" + random.nextInt(4),
                "v1:" + random.nextInt(2),
                "drawn " + drawn++));
      }

      List<Object> one = pair.byOne(batch);
      List<Map<String, Object>> together = pair.together(batch);

      assertThat(told(together, pair.groupRows()))
          .as("results of round %d", round)
          .isEqualTo(told(one, pair.singleRows()));
      assertThat(pair.groupRows().value(EVERYTHING))
          .as("tables after round %d", round)
          .isEqualTo(pair.singleRows().value(EVERYTHING));
      assertThat(pair.groupRows().count("tickets")).isEqualTo(pair.groupRows().count("jobs"));
    }
  }

  private static List<String> told(List<?> results, TestRows rows) {
    return results.stream()
        .map(
            result -> {
              Map<?, ?> row = (Map<?, ?>) result;
              Object ticket =
                  rows.value(
                      "select subject from tickets join jobs on number = ticket_number where jobs.id ="
                          + row.get("id")
                          + " and number = "
                          + row.get("ticket_number"));
              return "%s %s %s %s"
                  .formatted(
                      ticket, row.get("state"), row.get("request_sha256"), row.get("is_new"));
            })
        .toList();
  }

  @Test
  void oneOfManyTwinsInABatchIsNewAndTheOthersAreReplays_contract8() throws Exception {
    List<Consumer<Exchange>> twins = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      twins.add(request("a", "twin", "v1:1", "twin"));
    }

    List<Map<String, Object>> results = pair.together(twins);

    assertThat(results.stream().filter(row -> (Boolean) row.get("is_new"))).hasSize(1);
    assertThat(results.get(0).get("is_new")).isEqualTo(true);
    assertThat(results.stream().map(row -> row.get("id")).distinct()).hasSize(1);
    assertThat(pair.groupRows().count("tickets")).isEqualTo(1);
  }

  @Test
  void anUnfinishedTwinIsNotWaitedForLong() throws Exception {
    try (Connection unfinished = pair.groupRows().connect();
        Statement insert = unfinished.createStatement()) {
      unfinished.setAutoCommit(false);
      insert.execute(
          "with job as (insert into jobs (ticket_number, actor, idempotency_key, request_sha256)"
              + " values (1, 'a', 'slow', 'x')) insert into tickets (number, customer_id, subject,"
              + " body) values (1, 'C', 's', 'b')");
      long start = System.nanoTime();
      assertThatThrownBy(
              () ->
                  pair.together(
                      List.of(
                          request("a", "quick", "x", "innocent"),
                          request("a", "slow", "x", "twin"))))
          .isInstanceOfSatisfying(
              SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo("55P03"));
      // Its patience of 2 s is group-sql's, which lets others go first meanwhile.
      assertThatThrownBy(() -> pair.together(List.of(request("a", "slow", "x", "twin"))))
          .isInstanceOfSatisfying(
              SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo("55P03"));
      assertThat(System.nanoTime() - start).isLessThan(1_900_000_000L);
    }
    assertThat(pair.groupRows().value("show lock_timeout")).isEqualTo("0");
  }

  private static Consumer<Exchange> request(
      String actor, String key, String fingerprint, String subject) {
    return exchange -> {
      exchange.setVariable(
          "request",
          new TicketRequest(
              "C-" + subject.hashCode() % 7,
              subject,
              "body of \"" + subject + "\"",
              subject.hashCode() % 2 == 0 ? null : "{\"a\": [\"" + subject + "\"]}",
              actor,
              fingerprint));
      exchange.setVariable("idempotencyKey", key);
    };
  }
}
