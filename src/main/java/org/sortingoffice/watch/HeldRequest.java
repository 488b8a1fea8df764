package org.sortingoffice.watch;

import io.vertx.ext.web.RoutingContext;
import org.sortingoffice.http.RequestWatch;

/**
 * A request that does not go on to its route yet.
 *
 * @param request the request
 */
record HeldRequest(RoutingContext request) {
  /**
   * Holds it. Its end is not read meanwhile, even if nothing comes before it ({@code
   * Content-Length: 0}): the route's body handler would wait for it for ever.
   */
  static HeldRequest hold(RoutingContext request) {
    request.request().pause();
    request.put(RequestWatch.HELD, true);
    return new HeldRequest(request);
  }

  /** Answers that the process stops. */
  void refuseBecauseOfTheStop() {
    request.fail(503);
    request.request().resume();
  }

  /** Lets it go on, now that somebody reads it. */
  void goOn() {
    request.next();
    request.request().resume();
  }
}
