package org.sortingoffice.watch;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LifecycleStrategySupport;
import org.sortingoffice.http.EntityTags;
import org.sortingoffice.http.HttpDoor;
import org.sortingoffice.http.PreferredWait;

/**
 * Holds requests in front of two routes, because a request in a route holds a thread: those for a
 * job with {@code Prefer: wait} until the job changes, and those for a job's events for as long as
 * they are told. It refuses nobody: whom it does not hold, or no longer, goes on to the route,
 * which says no where that is due, and answers.
 */
public final class WatchDoor {
  /** Before the routes of Camel, whose order counts up from 0. */
  private static final int BEFORE_THE_ROUTE = -10;

  private static final int LONGEST_ID = 18;

  private final JobWatch watch;
  private final EventFeed feed;
  private final Predicate<HttpServerRequest> mayRead;
  private final Duration longestWait;
  private final Duration heartbeat;

  /**
   * @param mayRead whether who sends a request may look at a job; throws when nobody can tell now
   * @param longestWait nobody is held for longer
   * @param heartbeat how often a stream says that it is there, and who listens is asked for again
   */
  public WatchDoor(
      JobWatch watch,
      EventFeed feed,
      Predicate<HttpServerRequest> mayRead,
      Duration longestWait,
      Duration heartbeat) {
    this.watch = watch;
    this.feed = feed;
    this.mayRead = mayRead;
    this.longestWait = longestWait;
    this.heartbeat = heartbeat;
  }

  /** Installs it on this context's HTTP server as soon as that is there. */
  public void installOnStart(CamelContext context) {
    HttpDoor.onStart(context, door -> install(door.routes()));
    // Before the routes go: who is held cannot go on to one that is gone.
    context.addLifecycleStrategy(
        new LifecycleStrategySupport() {
          @Override
          public void onContextStopping(CamelContext stopping) {
            watch.end();
          }
        });
  }

  private void install(Router routes) {
    routes
        .route(HttpMethod.GET, "/v1/jobs/:id")
        .order(BEFORE_THE_ROUTE)
        .handler(this::holdForChange);
    routes
        .route(HttpMethod.GET, "/v1/jobs/:id/events")
        .order(BEFORE_THE_ROUTE)
        .handler(this::holdForEvents);
  }

  private void holdForChange(RoutingContext request) {
    Optional<Duration> wait =
        PreferredWait.read(request.request().headers().getAll("Prefer"), longestWait);
    EntityTags known = EntityTags.read(request.request().headers().getAll("If-None-Match"));
    Optional<Long> jobId = jobId(request);
    if (wait.isEmpty() || jobId.isEmpty() || known.matchAny()) {
      request.next();
      return;
    }
    whenAllowed(
        request,
        held -> {
          Waiter waiter = new Waiter(held, jobId.get(), known, wait.get(), watch::remove);
          request.addEndHandler(over -> waiter.leave());
          if (watch.add(waiter)) {
            waiter.begin();
          } else {
            held.goOn();
          }
        });
  }

  private void holdForEvents(RoutingContext request) {
    Optional<Long> jobId = jobId(request);
    if (jobId.isEmpty()) {
      request.next();
      return;
    }
    EventMarks told = EventMarks.read(request.request().getHeader("Last-Event-ID")).orElse(null);
    whenAllowed(
        request,
        held -> {
          EventStream stream =
              new EventStream(held, jobId.get(), told, feed, heartbeat, new Surroundings());
          request.addEndHandler(over -> stream.leave());
          if (!watch.add(stream)) {
            held.goOn();
          }
        });
  }

  /** None when no job can be called so, or when the request has a body, which nobody reads here. */
  private static Optional<Long> jobId(RoutingContext request) {
    String id = request.pathParam("id");
    String length = request.request().getHeader("Content-Length");
    boolean body =
        request.request().getHeader("Transfer-Encoding") != null
            || (length != null && !length.equals("0"));
    return body
            || id == null
            || id.isEmpty()
            || id.length() > LONGEST_ID
            || !id.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Optional.empty()
        : Optional.of(Long.valueOf(id));
  }

  /** Whoever may not, or cannot be known now, goes on to the route and is told so there. */
  private void whenAllowed(RoutingContext request, Consumer<HeldRequest> then) {
    HeldRequest held = HeldRequest.hold(request);
    request
        .vertx()
        .executeBlocking(() -> mayRead.test(request.request()), false)
        .onComplete(
            known -> {
              if (request.response().closed()) {
                return;
              }
              if (known.succeeded() && known.result()) {
                then.accept(held);
              } else {
                held.goOn();
              }
            });
  }

  private final class Surroundings implements EventStream.Doors {
    @Override
    public void left(EventStream stream) {
      watch.remove(stream);
    }

    @Override
    public void checkAgain(RoutingContext request, Runnable mayNoMore) {
      request
          .vertx()
          .executeBlocking(() -> mayRead.test(request.request()), false)
          .onSuccess(
              still -> {
                if (!still) {
                  mayNoMore.run();
                }
              });
    }
  }
}
