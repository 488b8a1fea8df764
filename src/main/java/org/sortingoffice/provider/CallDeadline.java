package org.sortingoffice.provider;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.impl.HttpContext;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.sortingoffice.jobs.Lease;
import org.sortingoffice.jobs.Leases;

/**
 * Ends calls for good: one that is not over in time, one whose job is lost meanwhile, and one that
 * failed while its answer was still coming, such as an answer too large. In each case the
 * connection is closed, so that the provider sees that nobody waits any more.
 *
 * <p>The client's own timeout ends when the first byte of the answer comes, and would let a
 * provider that sends a blank line a second hold a worker for ever.
 */
public final class CallDeadline implements Handler<HttpContext<?>> {
  private static final String CALL = CallDeadline.class.getName();

  private final Vertx vertx;
  private final Leases leases;
  private final Function<HttpRequest<?>, Lease> callers;

  /**
   * @param vertx keeps the time
   * @param leases tells when one is lost
   * @param callers under which lease a request is made; null when under none
   */
  CallDeadline(Vertx vertx, Leases leases, Function<HttpRequest<?>, Lease> callers) {
    this.vertx = vertx;
    this.leases = leases;
    this.callers = callers;
  }

  /**
   * For calls that are made under no lease.
   *
   * @param vertx keeps the time
   */
  public CallDeadline(Vertx vertx) {
    this(vertx, null, request -> null);
  }

  /** A call under way, and under which lease, or null. */
  private record UnderWay(HttpClientRequest request, long timer, Lease lease) {}

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
    Lease lease = callers.apply(call.request());
    call.set(CALL, new UnderWay(request, timer, lease));
    if (lease != null) {
      leases.onLoss(lease, lost -> request.reset(0, lost));
    }
  }

  private void end(HttpContext<?> call, boolean failed) {
    UnderWay underWay = call.get(CALL);
    if (underWay != null) {
      vertx.cancelTimer(underWay.timer());
      if (underWay.lease() != null) {
        leases.onLoss(underWay.lease(), null);
      }
      if (failed) {
        underWay.request().reset();
      }
    }
  }
}
