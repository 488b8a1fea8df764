package org.sortingoffice.bench;

import java.sql.SQLException;

/**
 * Fills a database with jobs that a claim should not notice. Those that no claim may take are there
 * without their tickets, which nobody looks at: references are not checked.
 */
final class Bystanders {
  private static final String CHECK_NOTHING = "set session_replication_role = replica";

  private final Database database;
  private final String name;
  private long next = 10_000_001;

  Bystanders(Database database, String name) {
    this.database = database;
    this.name = name;
  }

  /** Succeeded, each with a key, of 100,000 actors. */
  Bystanders finished(long count) throws SQLException {
    // An index is built faster than it grows.
    String index = "select pg_get_indexdef('jobs_idempotency_key'::regclass)";
    String definition = database.text(name, index);
    database.execute(name, "drop index jobs_idempotency_key");
    jobs(count, "succeeded", "now() - interval '10 d'", "now()", "n % 100000");
    database.execute(name, "set maintenance_work_mem = '256MB'", definition);
    return this;
  }

  /** Set aside, half of them dead letters, with times before all others. */
  Bystanders setAside(long count) throws SQLException {
    jobs(count / 2, "dead_letter", "now() - interval '1 d'", "now()", "n % 1000");
    return jobs(count - count / 2, "failed", "now() - interval '1 d'", "now()", "n % 1000");
  }

  /** Waiting until tomorrow. */
  Bystanders waiting(long count) throws SQLException {
    return jobs(count, "queued", "now() + interval '1 d'", "null", "n % 1000");
  }

  /** Due, with tickets, each of an actor of its own. */
  Bystanders queued(long count) throws SQLException {
    database.execute(
        name,
        CHECK_NOTHING,
        """
        insert into tickets (number, customer_id, subject, body)
        select n, 'C-0001', 'Parcel is late', repeat('x', 100) from generate_series(%1$d, %1$d + %2$d - 1) as n
        """
            .formatted(next, count));
    return jobs(count, "queued", "now()", "null", "n");
  }

  private Bystanders jobs(long count, String state, String runAt, String finishedAt, String actor)
      throws SQLException {
    database.execute(
        name,
        CHECK_NOTHING,
        """
        insert into jobs (ticket_number, actor, idempotency_key, request_sha256, state, attempt, delivery, run_at, finished_at)
        select n, 'customer:' || (%s), 'key-' || n, 'v1:bench', '%s', 1, 1, %s, %s
        from generate_series(%6$d, %6$d + %5$d - 1) as n
        """
            .formatted(actor, state, runAt, finishedAt, count, next));
    next += count;
    return this;
  }

  /** As after some time of quiet. */
  void settle() throws SQLException {
    database.execute(name, "vacuum analyze", "checkpoint");
  }
}
