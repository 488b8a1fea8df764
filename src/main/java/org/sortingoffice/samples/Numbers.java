package org.sortingoffice.samples;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The numbers that new tickets and jobs got, both ends included. Others that came in meanwhile over
 * the API may lie between them.
 *
 * @param firstJob the first job
 * @param lastJob the last job
 * @param firstTicket the number of the first ticket, 500001 for T-500001
 * @param lastTicket the number of the last ticket
 */
public record Numbers(long firstJob, long lastJob, long firstTicket, long lastTicket) {
  static Numbers of(ResultSet row) throws SQLException {
    return new Numbers(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
  }

  /** From the first of these to the last of those. */
  Numbers upTo(Numbers later) {
    return new Numbers(firstJob, later.lastJob, firstTicket, later.lastTicket);
  }
}
