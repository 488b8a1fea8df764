package org.sortingoffice.burst;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Reads how it stands with the jobs, past everything that might tell otherwise. */
final class JobsTable {
  private static final String COUNTS =
      """
      select count(*) as accepted,
             count(*) filter (where state = 'succeeded') as succeeded,
             count(*) filter (where state = 'queued' and (run_at > now() or gate.closed)) as waiting,
             count(*) filter (where state = 'running') as running,
             count(*) filter (where state = 'dead_letter') as dead_letters
      from jobs
      cross join (select bool_or(reason is not null) as closed from provider_gate) as gate
      where id > ?
      """;

  private static final String DEAD_LETTERS =
      """
      select extract(epoch from finished_at - begun)::float8 as seconds
      from (select state, finished_at, min(created_at) over () as begun from jobs where id > ?) as burst
      where state = 'dead_letter'
      order by finished_at
      """;

  private final DataSource database;
  private long lastEarlier;

  JobsTable(DataSource database) {
    this.database = database;
  }

  /** How many jobs are not over yet. */
  int unfinished() throws SQLException {
    return (int) number("select count(*) from jobs where finished_at is null");
  }

  /** Counts only the jobs that come from now on. */
  void beginHere() throws SQLException {
    lastEarlier = number("select coalesce(max(id), 0) from jobs");
  }

  private long number(String query) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /**
   * The row of this moment.
   *
   * @param seconds which moment that is
   * @param provider what the provider saw by then
   */
  Row row(double seconds, ProviderLog provider) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(COUNTS)) {
      statement.setLong(1, lastEarlier);
      ResultSet counts = statement.executeQuery();
      counts.next();
      return new Row(
          seconds,
          counts.getInt("accepted"),
          counts.getInt("succeeded"),
          counts.getInt("waiting"),
          counts.getInt("running"),
          counts.getInt("dead_letters"),
          provider.total(),
          provider.refused());
    }
  }

  /**
   * When each dead letter was made, in seconds of the experiment's clock after the first ticket.
   */
  List<Double> deadLetterSeconds(double speed) throws SQLException {
    List<Double> all = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(DEAD_LETTERS)) {
      statement.setLong(1, lastEarlier);
      ResultSet row = statement.executeQuery();
      while (row.next()) {
        all.add(row.getDouble("seconds") * speed);
      }
    }
    return all;
  }
}
