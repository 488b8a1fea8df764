package org.sortingoffice.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the HTTP server answers by itself, where no route does, is a problem like all others:
 * unknown paths, methods that a path does not take, bodies that are too large or do not arrive.
 * Installed once on the server's router, around all routes.
 *
 * <p>HEAD and OPTIONS are methods like others: a path takes what its Allow header names.
 */
public final class HttpEdges {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEdges.class);

  /** Before all routes of Camel, whose order counts up from 0. */
  private static final int FIRST = -100;

  /** Anything after a percent sign but two hexadecimal digits (RFC 3986, section 2.1). */
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private final EdgeAnswer answer = new EdgeAnswer();
  private final TakenMethods takenMethods = new TakenMethods();
  private final Duration readTimeout;
  private final BooleanSupplier open;

  /**
   * @param readTimeout how long a request may take to arrive; working on it is not limited by this
   * @param open false while the routes are not there yet, or no longer
   */
  public HttpEdges(Duration readTimeout, BooleanSupplier open) {
    this.readTimeout = readTimeout;
    this.open = open;
  }

  /**
   * Puts the edges around the routes of this context's HTTP server as soon as it is there, before
   * the first route answers.
   *
   * @param readTimeout how long a request may take to arrive
   * @param watch looks at all requests
   */
  public static void installOnStart(
      CamelContext context, Duration readTimeout, RequestWatch watch) {
    HttpDoor.onStart(
        context,
        door -> {
          watch.install(door.front(), door.routes(), FIRST - 1);
          new HttpEdges(readTimeout, context::isStarted)
              .install(door.front(), door.routes(), door.bodyLimit());
        });
  }

  /**
   * Puts the edges around the routes.
   *
   * @param door takes the server's requests
   * @param routes is mounted below it and has Camel's routes
   * @param bodyLimit the longest body that any route takes, in bytes
   */
  public void install(Router door, Router routes, long bodyLimit) {
    door.route().order(FIRST).handler(this::enter).failureHandler(this::failed);
    // A body that nobody wants is read like any other, so that the connection can be used again.
    door.route()
        .last()
        .handler(BodyHandler.create(false).setBodyLimit(bodyLimit))
        .handler(context -> unrouted(context, routes));
    for (Router each : List.of(door, routes)) {
      // Asked when matching a path fails, which no failure handler sees.
      each.errorHandler(400, this::failed);
      each.errorHandler(500, this::failed);
    }
  }

  private void enter(RoutingContext context) {
    if (!open.getAsBoolean()) {
      answer.sendAndClose(context.request(), Problems.NOT_OPEN.problem(), context.vertx());
      return;
    }
    if (isForm(context.request())) {
      answer.sendAndClose(
          context.request(), Problems.UNSUPPORTED_MEDIA_TYPE.problem(), context.vertx());
      return;
    }
    answer.mark(context.response());
    context.addHeadersEndHandler(headers -> excuseTheStop(context.response()));
    if (hasBody(context.request())) {
      limitReading(context);
    }
    if (BROKEN_ESCAPE.matcher(context.request().uri()).find()) {
      // Found here because Vert.x and Camel take it for a fault of their own, a 500.
      context.fail(400);
      return;
    }
    context.next();
  }

  // A route that is cut off because the process stops leaves a 500, which nobody would send again.
  private void excuseTheStop(HttpServerResponse response) {
    if (response.getStatusCode() == 500 && !open.getAsBoolean()) {
      response.setStatusCode(503).putHeader("Retry-After", "1");
    }
  }

  /**
   * Refused before a route sees it: Camel's body handler (4.18) writes the parts of a form to disk,
   * even with {@code fileUploadEnabled=false}, and nothing here takes one.
   */
  private static boolean isForm(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/");
  }

  /** A message has a body when one of these says so (RFC 9112, section 6.3). */
  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
  }

  private void limitReading(RoutingContext context) {
    long timer =
        context
            .vertx()
            .setTimer(
                readTimeout.toMillis(),
                id -> {
                  // Failing the request, and not only answering it, keeps a body that comes after
                  // all from its route.
                  if (!context.request().isEnded()) {
                    context.fail(408);
                  }
                });
    context.addEndHandler(ended -> context.vertx().cancelTimer(timer));
  }

  private void failed(RoutingContext context) {
    HttpServerRequest request = context.request();
    switch (context.statusCode()) {
      case 404 -> answer.send(request, Problems.NOT_FOUND.problem());
      // By who held it until this process stopped.
      case 503 -> answer.sendAndClose(request, Problems.NOT_OPEN.problem(), context.vertx());
      // The rest of the body is not waited for: it may never end.
      case 408 -> answer.sendAndClose(request, Problems.REQUEST_TIMEOUT.problem(), context.vertx());
      case 413 -> answer.sendAndClose(request, Problems.BODY_TOO_LARGE.problem(), context.vertx());
      case 417 ->
          answer.sendAndClose(request, Problems.EXPECTATION_FAILED.problem(), context.vertx());
      case 400, 200 ->
          // Vert.x says 200 of a body whose chunks cannot be read, or whose connection broke.
          answer.sendAndClose(request, Problems.UNREADABLE_REQUEST.problem(), context.vertx());
      default -> {
        if (!open.getAsBoolean()) {
          answer.send(request, Problems.NOT_OPEN.problem());
          return;
        }
        LOG.error("a request failed outside of its route", context.failure());
        answer.send(request, Problems.INTERNAL_ERROR.problem());
      }
    }
  }

  private void unrouted(RoutingContext context, Router routes) {
    Set<String> methods = takenMethods.at(context.normalizedPath(), routes.getRoutes());
    Problem problem =
        methods.isEmpty()
            ? Problems.NOT_FOUND.problem()
            : Problems.methodNotAllowed(methods.toArray(String[]::new));
    answer.send(context.request(), problem);
  }
}
