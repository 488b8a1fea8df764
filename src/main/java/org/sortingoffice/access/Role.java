package org.sortingoffice.access;

import java.sql.Array;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a key may do. {@link #OPS_WRITE} includes {@link #OPS_READ}; nothing else includes anything.
 */
public enum Role {
  /** Sending tickets, and looking at a ticket or a job by its id. */
  TICKET_WRITE("ticket:write"),
  /** Looking at everything. */
  OPS_READ("ops:read"),
  /** Retrying, redriving, cancelling, discarding, writing notes. */
  OPS_WRITE("ops:write");

  private final String label;

  Role(String label) {
    this.label = label;
  }

  /** As it is written in the database, on the command line and in problems. */
  public String label() {
    return label;
  }

  /** The role that is written so. */
  public static Optional<Role> parse(String label) {
    return Arrays.stream(values()).filter(role -> role.label.equals(label)).findFirst();
  }

  /** Those in a column of the database. One that only a later version knows allows nothing here. */
  static Set<Role> read(Array labels) throws SQLException {
    return Stream.of((String[]) labels.getArray())
        .flatMap(label -> parse(label).stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
