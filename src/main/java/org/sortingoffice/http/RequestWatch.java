package org.sortingoffice.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.sortingoffice.tracing.Tracing;

/**
 * Looks at the requests that are served, for people: how long each took and how it was answered, by
 * the address of its route, and a span each where traces are wanted. Everything that no route
 * serves is one {@code other}, so that nobody outside can make labels.
 *
 * <p>A request under a span of ours carries that span as its {@code traceparent} from here on.
 */
public final class RequestWatch {
  /**
   * Put on a request that is held on purpose: its time says nothing about how fast we are, and is
   * measured apart.
   */
  public static final String HELD = RequestWatch.class.getName() + ".held";

  private static final String ROUTED = RequestWatch.class.getName();
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "DELETE");
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  private final MeterRegistry meters;
  private final Tracing tracing;
  private final LongSupplier nanoTime;
  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

  /**
   * @param meters where they are measured
   * @param tracing gets a span for each request below /v1
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public RequestWatch(MeterRegistry meters, Tracing tracing, LongSupplier nanoTime) {
    this.meters = meters;
    this.tracing = tracing;
    this.nanoTime = nanoTime;
  }

  private record Kind(String method, String uri, int status) {}

  /**
   * Begins to look.
   *
   * @param door takes the server's requests
   * @param routes is mounted below it and has Camel's routes
   * @param order before which handlers it looks
   */
  void install(Router door, Router routes, int order) {
    door.route().order(order).handler(this::enter);
    // Which of them serves it is known only in here.
    routes
        .route()
        .order(order)
        .handler(
            context -> {
              context.put(ROUTED, context);
              context.next();
            });
  }

  private void enter(RoutingContext context) {
    long begun = nanoTime.getAsLong();
    HttpServerRequest request = context.request();
    Tracing.Span span =
        tracing.isOn() && request.path() != null && request.path().startsWith("/v1/")
            ? begin(request)
            : null;
    context.addEndHandler(
        sent -> {
          int status = context.response().getStatusCode();
          Kind kind = new Kind(method(request), uri(context), status);
          timers
              .computeIfAbsent(kind, this::timer)
              .record(nanoTime.getAsLong() - begun, TimeUnit.NANOSECONDS);
          if (span != null) {
            end(span, kind);
          }
        });
    context.next();
  }

  private Tracing.Span begin(HttpServerRequest request) {
    String method = method(request);
    Tracing.Span span =
        tracing.begin(Tracing.Role.SERVER, method, request.getHeader("traceparent"));
    request.headers().set("traceparent", span.traceparent());
    return span.tell("http.request.method", method);
  }

  private static void end(Tracing.Span span, Kind kind) {
    span.rename(kind.method() + ' ' + kind.uri())
        .tell("http.route", kind.uri())
        .tell("http.response.status_code", kind.status());
    if (kind.status() >= 500) {
      span.failed(String.valueOf(kind.status()));
    }
    span.end();
  }

  private static String method(HttpServerRequest request) {
    String name = request.method().name();
    return METHODS.contains(name) ? name : "other";
  }

  private static String uri(RoutingContext context) {
    RoutingContext routed = context.get(ROUTED);
    Route route = routed == null ? null : routed.currentRoute();
    if (route == null || route.getPath() == null) {
      return "other";
    }
    return context.get(HELD) == null ? route.getPath() : route.getPath() + " held";
  }

  private Timer timer(Kind kind) {
    return Timer.builder("http.server.requests")
        .description("How long requests took until they were answered")
        .tag("method", kind.method())
        .tag("uri", kind.uri())
        .tag("status", String.valueOf(kind.status()))
        .serviceLevelObjectives(BUCKETS)
        .register(meters);
  }
}
