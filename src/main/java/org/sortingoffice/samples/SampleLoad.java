package org.sortingoffice.samples;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.sortingoffice.intake.TicketRequest;

/**
 * Puts sample tickets into the database, straight past the API and in batches, but with the same
 * rows as a result (contract 36).
 */
public final class SampleLoad {
  /** Enough that the commit does not count, few enough that nobody waits behind a batch. */
  private static final int TICKETS_PER_BATCH = 1_000;

  private static final int DEAD_LETTERS_PER_BATCH = 200;

  private final TicketRows rows = new TicketRows();
  private final DataSource database;
  private final SampleResults results;
  private final Progress progress;

  /**
   * @param database with its schema up to date
   * @param results what was done of the jobs that are set aside
   * @param progress hears of each batch
   */
  public SampleLoad(DataSource database, SampleResults results, Progress progress) {
    this.database = database;
    this.results = results;
    this.progress = progress;
  }

  /**
   * Puts them in. Those set aside come first: they are the older ones.
   *
   * @param tickets how many tickets to accept
   * @param deadLetters how many more whose jobs are set aside
   * @param seed the same seed gives the same tickets
   * @throws SQLException when the database refuses or is lost; the batches before are committed
   */
  public LoadReport run(int tickets, int deadLetters, long seed) throws SQLException {
    LoadReport report = new LoadReport();
    try (Connection connection = database.getConnection()) {
      setAside(connection, deadLetters, seed, report, (long) tickets + deadLetters);
      accept(connection, tickets, seed, report, (long) tickets + deadLetters);
    }
    return report;
  }

  private void setAside(Connection connection, int count, long seed, LoadReport report, long all)
      throws SQLException {
    SampleDeadLetters source = new SampleDeadLetters(count, seed, results);
    while (source.hasNext()) {
      List<DeadLetter> batch = new ArrayList<>(DEAD_LETTERS_PER_BATCH);
      while (batch.size() < DEAD_LETTERS_PER_BATCH && source.hasNext()) {
        batch.add(source.next());
      }
      report.setAside(rows.setAside(connection, batch));
      batch.forEach(report::count);
      progress.at(report.deadLetters(), all);
    }
  }

  private void accept(Connection connection, int count, long seed, LoadReport report, long all)
      throws SQLException {
    SampleTickets source = new SampleTickets(seed);
    while (report.tickets() < count) {
      int size = Math.min(TICKETS_PER_BATCH, count - report.tickets());
      List<TicketRequest> batch = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        SampleTicket ticket = source.next();
        report.count(ticket);
        batch.add(ticket.request());
      }
      report.accepted(rows.accept(connection, batch));
      progress.at((long) report.deadLetters() + report.tickets(), all);
    }
  }
}
