package org.sortingoffice.database;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * No connection could be made to the database. The message names host, port, database and the
 * cause.
 */
public final class DatabaseUnreachable extends DatabaseStartFailure {
  private static final long serialVersionUID = 1L;

  /**
   * SQLSTATEs of a server that is there but cannot take us yet: starting or stopping (57P03,
   * 57P01), or full (53300).
   */
  private static final Set<String> PASSING = Set.of("57P03", "57P01", "57P02", "53300");

  private final boolean passing;

  /** Puts what the driver reports about {@code address} into words. */
  public DatabaseUnreachable(DatabaseAddress address, SQLException cause) {
    super(
        "The database "
            + address.database()
            + " at "
            + address.hostAndPort()
            + " cannot be reached: "
            + inWords(address, cause)
            + ". Start it or correct DATABASE_URL.",
        cause);
    this.passing = isPassing(cause);
  }

  /**
   * Whether waiting may help, as with a server that is still starting; it does not help against a
   * wrong password.
   */
  public boolean mayPass() {
    return passing;
  }

  /** Whether what the driver reports may be gone when it is tried again. */
  public static boolean isPassing(SQLException e) {
    String state = e.getSQLState();
    return state == null
        || state.startsWith("08") && find(e, SSLException.class) == null
        || PASSING.contains(state);
  }

  private static String inWords(DatabaseAddress address, SQLException e) {
    if (find(e, UnknownHostException.class) != null) {
      return "no such host";
    }
    if (find(e, ConnectException.class) != null) {
      return "nothing answers there (connection refused)";
    }
    if (find(e, NoRouteToHostException.class) != null) {
      return "no route to the host";
    }
    if (find(e, SocketTimeoutException.class) != null) {
      return "no answer in time";
    }
    SSLException tls = find(e, SSLException.class);
    if (tls != null) {
      return "TLS failed (" + address.withoutPassword(String.valueOf(tls.getMessage())) + ")";
    }
    return switch (String.valueOf(e.getSQLState())) {
      case "28P01" -> "user or password is wrong (user " + address.user() + ")";
      case "28000" -> "the server does not let user " + address.user() + " in (pg_hba.conf, role)";
      case "3D000" -> "the server has no database of this name";
      case "53300" -> "the server has no connection left";
      case "57P03" -> "the server is starting or stopping";
      // The driver's login timeout, which has no cause.
      case "08001" -> e.getCause() == null ? "no answer in time" : inTheDriversWords(address, e);
      default -> inTheDriversWords(address, e);
    };
  }

  private static String inTheDriversWords(DatabaseAddress address, SQLException e) {
    return oneLine(address.withoutPassword(String.valueOf(e.getMessage())));
  }

  private static String oneLine(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  private static <T extends Throwable> T find(Throwable e, Class<T> type) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return type.cast(t);
      }
    }
    return null;
  }
}
