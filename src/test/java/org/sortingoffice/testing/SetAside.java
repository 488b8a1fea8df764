package org.sortingoffice.testing;

/** Jobs that were set aside, put into the database as if their work had failed. */
public final class SetAside {
  private final TestRows rows;

  public SetAside(TestRows rows) {
    this.rows = rows;
  }

  /**
   * Adds some, a second apart, the latest just now or that long ago.
   *
   * @param count how many
   * @param error their last error; {@code %d} in it becomes a number of their own
   * @param step the step that failed, or null
   * @param ago how long before now, such as {@code 2 hours}
   * @return the id of the first; the others follow it
   */
  public long add(int count, String error, String step, String ago) {
    return ((Number)
            rows.value(
                """
                with ticket as (
                  insert into tickets (customer_id, subject, body)
                  select 'C-0022', 'Where is order ' || i || '?', 'It should have been here on Monday.'
                  from generate_series(1, ?) as i
                  returning number
                ), job as (
                  insert into jobs
                    (ticket_number, actor, request_sha256, state, attempt, delivery, last_error, failed_step, created_at,
                     started_at, finished_at)
                  select number, 'customer:C-0022', 'v1:x', 'dead_letter', 5, 5, replace(?, '%d', number::text), ?,
                         now() - interval '1 day', now() - interval '1 day',
                         now() - ?::interval - (row_number() over (order by number desc) - 1) * interval '1 second'
                  from ticket
                  order by number
                  returning id, attempt, started_at, finished_at, last_error, failed_step
                ), history as (
                  insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, error)
                  select id, attempt, attempt, 'worker', started_at, finished_at, 'dead_letter', failed_step, last_error
                  from job
                )
                select min(id) from job
                """,
                count, error, step, ago))
        .longValue();
  }
}
