package org.sortingoffice.console;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.sortingoffice.testing.TestRows;

/** Puts jobs that were set aside into the database, as the worker would have left them. */
final class SetAside {
  private static final String INSERT =
      """
      with ticket as (
        insert into tickets (customer_id, subject, body)
        select ?, ?, ? from generate_series(1, ?)
        returning number, customer_id
      ), job as (
        insert into jobs (ticket_number, actor, request_sha256, state, attempt, delivery, last_error, failed_step,
                          started_at, created_at, queued_since, finished_at)
        select number, 'customer:' || customer_id, 'test', ?, 5, 5, ?, ?,
               now() - interval '10 minutes', now() - interval '11 minutes', now() - interval '11 minutes',
               now() - interval '9 minutes'
        from ticket
        returning id, last_error, failed_step, started_at, finished_at
      ), history as (
        insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, status, error)
        select id, 5, 5, 'worker-1@0a1b2c3d', started_at, finished_at, 'dead_letter', failed_step, 503, last_error
        from job
      )
      select array_agg(id order by id) from job
      """;

  private final TestRows rows;

  SetAside(TestRows rows) {
    this.rows = rows;
  }

  /** So many dead letters with this error at the step draft_reply; their ids. */
  List<Long> deadLetters(int count, String error) {
    return jobs(count, "dead_letter", error, "C-0022", "Parcel is late", "It should be here.");
  }

  /** Jobs with texts of any kind; their ids. */
  List<Long> jobs(
      int count, String state, String error, String customer, String subject, String body) {
    try (Connection connection = rows.connect();
        PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.setString(1, customer);
      statement.setString(2, subject);
      statement.setString(3, body);
      statement.setInt(4, count);
      statement.setString(5, state);
      statement.setString(6, error);
      statement.setString(7, "draft_reply");
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        Array ids = row.getArray(1);
        return new ArrayList<>(List.of((Long[]) ids.getArray()));
      }
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
