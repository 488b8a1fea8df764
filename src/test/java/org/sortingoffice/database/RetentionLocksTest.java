package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.TestRows;

/** Nobody waits for the deletion of old jobs, however long it takes. */
class RetentionLocksTest {
  private static final int OLD = 300;

  private static TestRows rows;

  @BeforeAll
  static void start() {
    var database = TestDatabase.migratedDataSource("retention_locks");
    rows = new TestRows(database);
  }

  @BeforeEach
  void fill() {
    rows.change(
        "truncate jobs, tickets, ai_runs, deliveries, ticket_embeddings restart identity cascade");
    jobs("succeeded", OLD, "now() - interval '40 days'");
    jobs("queued", 20, "null");
  }

  private void jobs(String state, int count, String finishedAt) {
    rows.change(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body)
          select 'C-' || i, 's', 'b' from generate_series(1, %d) as i
          returning number
        )
        insert into jobs (ticket_number, actor, request_sha256, state, created_at, finished_at)
        select number, 'customer:C-1', 'v1:x', '%s', now() - interval '40 days', %s
        from ticket
        order by number
        """
            .formatted(count, state, finishedAt));
  }

  @Test
  void claimsAndNewTicketsPassADeletionThatIsNotCommittedYet_Q56() throws Exception {
    try (Connection deleting = begun();
        Connection other = impatient()) {
      assertThat(delete(deleting, 100)).isEqualTo(100);

      assertThat(claim(other)).isEqualTo(10);
      try (Statement statement = other.createStatement()) {
        assertThat(
                statement.executeUpdate(
                    """
                    with ticket as (
                      insert into tickets (customer_id, subject, body) values ('C-1', 's', 'b') returning number
                    )
                    insert into jobs (ticket_number, actor, request_sha256)
                    select number, 'customer:C-1', 'v1:x' from ticket
                    """))
            .isEqualTo(1);
      }
      deleting.commit();
    }
    assertThat(rows.count("jobs where state = 'succeeded'")).isEqualTo(OLD - 100);
    assertThat(rows.count("jobs where state <> 'succeeded'")).isEqualTo(21);
  }

  @Test
  void severalThatDeleteAtOncePassOverWhatAnotherHas_Q52() throws Exception {
    try (Connection first = begun();
        Connection second = impatient();
        Connection third = impatient()) {
      assertThat(delete(first, 200)).isEqualTo(200);
      assertThat(delete(second, 200)).isZero();
      assertThat(delete(third, OLD)).isEqualTo(OLD - 200);
      first.commit();
    }
    assertThat(rows.count("jobs where state = 'succeeded'")).isZero();
    assertThat(rows.count("tickets")).isEqualTo(20);
  }

  @Test
  void whatIsBrokenOffDeletesNothing_Q56() throws Exception {
    try (Connection deleting = begun()) {
      delete(deleting, 100);
      deleting.rollback();
    }

    assertThat(rows.count("tickets")).isEqualTo(OLD + 20);
  }

  @Test
  void monthAfterMonthTheRoomStaysTheSame_Q47() throws Exception {
    long first = 0;
    for (int month = 1; month <= 4; month++) {
      jobs("succeeded", 1_500, "now() - interval '40 days'");
      rows.change(
          "insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)"
              + " select id, 1, 1, 'w', now(), now(), 'succeeded' from jobs where state = 'succeeded'");
      rows.change(
          "insert into ai_runs (job_id, task, cost_usd, prompt_tokens) select id, 'classify', 0.00001, 10"
              + " from jobs where state = 'succeeded'");
      long size = size();
      if (month == 2) {
        first = size;
      } else if (month > 2) {
        assertThat(size).as("bytes in month " + month).isLessThan(first * 5 / 4);
      }
      try (Connection deleting = rows.connect()) {
        long deleted;
        do {
          deleted = delete(deleting, 1_000);
        } while (deleted > 0);
      }
      rows.change("vacuum jobs, tickets, deliveries, ai_runs");
    }
    assertThat(rows.count("ai_runs")).isLessThan(50);
    assertThat(rows.value("select sum(runs) from ai_runs")).isEqualTo(6_300L);
  }

  private long size() {
    return (Long)
        rows.value(
            "select sum(pg_total_relation_size(oid))::bigint from pg_class"
                + " where relname in ('jobs', 'tickets', 'deliveries', 'ai_runs')");
  }

  private Connection begun() throws SQLException {
    Connection connection = rows.connect();
    connection.setAutoCommit(false);
    return connection;
  }

  /** Fails when it has to wait for a lock. */
  private Connection impatient() throws SQLException {
    Connection connection = rows.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("set lock_timeout = '2s'");
    }
    return connection;
  }

  private static long delete(Connection connection, int batch) throws Exception {
    Map<String, String> values = new HashMap<>(StatementText.VALUES);
    values.put("bean:retention?method=batch", String.valueOf(batch));
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(StatementText.read("delete-old-jobs.sql", values))) {
      row.next();
      return row.getLong("succeeded");
    }
  }

  private static int claim(Connection connection) throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet jobs =
            statement.executeQuery(StatementText.read("claim-jobs.sql", StatementText.VALUES))) {
      int claimed = 0;
      while (jobs.next()) {
        claimed++;
      }
      return claimed;
    }
  }
}
