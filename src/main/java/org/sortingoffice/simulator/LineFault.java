package org.sortingoffice.simulator;

import io.vertx.ext.web.RoutingContext;

/**
 * A fault of the connection itself, which no answer of a route could show. Runs on the event loop
 * and must not block.
 */
interface LineFault {
  /** The name of the mode. */
  String name();

  /** Lets the fault happen to a call. */
  void strike(RoutingContext context, Call call);
}
