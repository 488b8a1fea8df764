package org.sortingoffice.torture;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** What must be true of the tickets, given what their senders were told. */
final class ReceiptRules {
  private final Receipts receipts;
  private final DataSource database;

  ReceiptRules(Receipts receipts, DataSource database) {
    this.receipts = receipts;
    this.database = database;
  }

  private record Row(Receipts.Receipt receipt, String subject, String body) {}

  /**
   * What is broken.
   *
   * @param sent how many different tickets were sent; all of them were answered
   */
  List<Violation> violations(int sent) throws SQLException {
    List<Violation> found = new ArrayList<>(receipts.violations());
    Map<String, Row> rows = rows();
    Map<SentTicket, Receipts.Receipt> accepted = receipts.all();
    if (accepted.size() != sent) {
      found.add(
          Violation.of("every ticket is accepted in the end", 0, accepted.size() + " of " + sent));
    }
    accepted.forEach(
        (ticket, receipt) -> {
          Row row = rows.remove(ticket.key());
          if (row == null) {
            found.add(
                Violation.of("a ticket answered with 202 is there", receipt.jobId(), ticket.key()));
          } else if (!row.equals(new Row(receipt, ticket.subject(), ticket.body()))) {
            found.add(
                Violation.of(
                    "a ticket is what was sent and answered",
                    receipt.jobId(),
                    ticket.key() + " " + receipt + ", in the database " + row));
          }
        });
    rows.forEach(
        (key, row) ->
            found.add(
                Violation.of("every ticket was sent by somebody", row.receipt().jobId(), key)));
    return found;
  }

  private Map<String, Row> rows() throws SQLException {
    Map<String, Row> rows = new HashMap<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                select coalesce(idempotency_key, 'none'), 'T-' || number, id, subject, body
                from jobs
                join tickets on tickets.number = jobs.ticket_number
                """)) {
      while (row.next()) {
        rows.put(
            row.getString(1),
            new Row(
                new Receipts.Receipt(row.getString(2), row.getLong(3)),
                row.getString(4),
                row.getString(5)));
      }
    }
    return rows;
  }
}
