package org.sortingoffice.access;

import io.vertx.core.http.HttpServerRequest;
import org.sortingoffice.http.Problems;

/**
 * What goes in an office that never had a key. Everybody who reaches it may do everything, so it
 * shall be reached from this machine only, and not by way of a browser that a foreign page has in
 * its hands.
 */
public final class KeylessRule {
  private final boolean loopback;
  private final boolean open;

  /**
   * @param host where the office listens
   * @param open whether it was said that everybody may come (setting access.open)
   */
  public KeylessRule(String host, boolean open) {
    this.loopback = Loopback.is(host);
    this.open = open;
  }

  /** Whether an office without keys may listen where it does. */
  public boolean mayListen() {
    return loopback || open;
  }

  /** Refuses what must not be done without a key. */
  void check(HttpServerRequest request) {
    if (!mayListen()) {
      // It was started with keys, and somebody emptied their table.
      throw Problems.UNAUTHORIZED.toException();
    }
    if (!open && !RequestOrigin.isMeantForLoopback(request)) {
      throw Problems.FOREIGN_PAGE
          .because(
              "Without keys this office answers only to localhost. Make a key, or use that name.")
          .toException();
    }
    if (Access.changesSomething(request) && !RequestOrigin.isOwn(request)) {
      throw Problems.FOREIGN_PAGE.toException();
    }
  }
}
