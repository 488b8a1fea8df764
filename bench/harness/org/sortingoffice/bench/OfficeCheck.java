package org.sortingoffice.bench;

import java.sql.SQLException;

/** Looks in the database whether what a run did is what it should have done. */
final class OfficeCheck {
  private final Database database;

  OfficeCheck(Database database) {
    this.database = database;
  }

  /**
   * Every finished job succeeded in its one delivery, with three results, a team, a reply and a
   * vector; nothing is lost, doubled or still held.
   *
   * @return how many jobs are finished
   */
  long jobs(String name, long given) throws SQLException {
    long done = database.number(name, "select count(*) from jobs where state = 'succeeded'");
    expect("jobs altogether", given, database.number(name, "select count(*) from jobs"));
    expect(
        "jobs that are neither finished nor queued",
        0,
        database.number(name, "select count(*) from jobs where state not in ('succeeded', 'queued')"));
    expect(
        "finished jobs with exactly the three results",
        done,
        database.number(
            name,
            """
            select count(*)
            from jobs
            join (
              select job_id
              from ai_runs
              group by job_id
              having count(*) = 3 and count(distinct task) = 3
            ) as results on results.job_id = jobs.id
            where jobs.state = 'succeeded'
            """));
    expect(
        "finished deliveries in the history",
        done,
        database.number(name, "select count(*) from deliveries where outcome = 'succeeded'"));
    expect(
        "deliveries that ended otherwise",
        0,
        database.number(
            name, "select count(*) from deliveries where outcome not in ('succeeded', 'released')"));
    expect(
        "finished tickets with team, reply and vector",
        done,
        database.number(
            name,
            """
            select count(*)
            from jobs
            join tickets on tickets.number = jobs.ticket_number
            join ticket_embeddings on ticket_embeddings.ticket_number = tickets.number
            where jobs.state = 'succeeded' and team is not null and draft_reply is not null
            """));
    if (done == 0) {
      throw new BenchmarkFailure("No job was finished.");
    }
    return done;
  }

  static void expect(String what, long expected, long found) {
    if (expected != found) {
      throw new BenchmarkFailure(
          "This run does not count: %s: expected %d, found %d.".formatted(what, expected, found));
    }
  }
}
