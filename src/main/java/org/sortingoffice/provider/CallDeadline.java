package org.sortingoffice.provider;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.ext.web.client.impl.HttpContext;
import java.util.concurrent.TimeoutException;

/**
 * Ends calls for good: one that is not over in time, and one that failed while its answer was still
 * coming, such as an answer too large. Either way the connection is closed, so that the provider
 * sees that nobody waits any more.
 *
 * <p>The client's own timeout ends when the first byte of the answer comes, and would let a
 * provider that sends a blank line a second hold a worker for ever.
 */
final class CallDeadline implements Handler<HttpContext<?>> {
  private static final String CALL = CallDeadline.class.getName();

  private final Vertx vertx;

  /**
   * @param vertx keeps the time
   */
  CallDeadline(Vertx vertx) {
    this.vertx = vertx;
  }

  /** A call under way. */
  private record UnderWay(HttpClientRequest request, long timer) {}

  @Override
  public void handle(HttpContext<?> call) {
    switch (call.phase()) {
      case SEND_REQUEST -> begin(call);
      case DISPATCH_RESPONSE -> end(call, false);
      case FAILURE -> end(call, true);
      default -> {
        // Nothing begins or ends.
      }
    }
    call.next();
  }

  private void begin(HttpContext<?> call) {
    long millis = call.request().timeout();
    if (millis <= 0) {
      return;
    }
    HttpClientRequest request = call.clientRequest();
    long timer =
        vertx.setTimer(
            millis,
            late -> request.reset(0, new TimeoutException("no answer within " + millis + " ms")));
    call.set(CALL, new UnderWay(request, timer));
  }

  private void end(HttpContext<?> call, boolean failed) {
    UnderWay underWay = call.get(CALL);
    if (underWay != null) {
      vertx.cancelTimer(underWay.timer());
      if (failed) {
        underWay.request().reset();
      }
    }
  }
}
