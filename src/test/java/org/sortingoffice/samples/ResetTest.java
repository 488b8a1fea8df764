package org.sortingoffice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/** What a reset sets back, and what it must not. */
class ResetTest {

  /** What LoadedOfficeTest sees with an office at work is not repeated here. */
  @Test
  void jobsAreNumberedFromTheStartAndEventsGoOnSinceASenderMayStillHoldOne() throws Exception {
    var database = TestDatabase.migratedDataSource("reset_numbers");
    TestRows rows = new TestRows(database);
    newJob(rows);
    newEvent(rows);
    long before = newEvent(rows);

    boolean done = new Reset(database, Duration.ofSeconds(10)).run(held -> {});

    assertThat(done).isTrue();
    assertThat(rows.count("outbox")).isZero();
    assertThat(newJob(rows)).isEqualTo(1);
    assertThat(newEvent(rows))
        .as("(id, delivery) is the fencing token of whoever sends an event")
        .isGreaterThan(before);
  }

  private static long newJob(TestRows rows) {
    return id(
        rows,
        """
        with ticket as (
          insert into tickets (customer_id, subject, body) values ('C-1', 's', 'b') returning number
        )
        insert into jobs (ticket_number, actor, request_sha256)
        select number, 'customer:C-1', 'v1:x' from ticket
        returning id
        """);
  }

  private static long newEvent(TestRows rows) {
    return id(
        rows,
        "insert into outbox (channel, kind, job_id, ticket_number)"
            + " values ('webhook', 'job.succeeded', 1, 500001) returning id");
  }

  private static long id(TestRows rows, String insert) {
    return ((Number) rows.value(insert)).longValue();
  }
}
