package org.sortingoffice.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the HTTP server answers by itself, where no route does, is a problem like all others:
 * unknown paths, methods that a path does not take, bodies that are too large or do not arrive.
 * Installed once on the server's router, around all routes.
 */
public final class HttpEdges {
  /** Before all routes of Camel, whose order counts up from 0. */
  private static final int FIRST = -100;

  private final ProblemJson json = new ProblemJson();
  private final Duration readTimeout;

  /**
   * @param readTimeout how long a request may take to arrive; working on it is not limited by this
   */
  public HttpEdges(Duration readTimeout) {
    this.readTimeout = readTimeout;
  }

  /** Puts the edges around the routes of this router. */
  public void install(Router router) {
    router.route().order(FIRST).handler(this::enter).failureHandler(this::failed);
    router.route().last().handler(context -> unrouted(context, router));
  }

  private void enter(RoutingContext context) {
    context
        .response()
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Cache-Control", "no-store");
    if (hasBody(context.request())) {
      long timer =
          context
              .vertx()
              .setTimer(
                  readTimeout.toMillis(),
                  id -> {
                    if (!context.request().isEnded()) {
                      answerAndClose(context, Problems.REQUEST_TIMEOUT.problem());
                    }
                  });
      context.addEndHandler(ended -> context.vertx().cancelTimer(timer));
    }
    context.next();
  }

  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
  }

  private void failed(RoutingContext context) {
    switch (context.statusCode()) {
      // The rest of the body is not waited for: it may never end.
      case 413 -> answerAndClose(context, Problems.BODY_TOO_LARGE.problem());
      case 408 -> answerAndClose(context, Problems.REQUEST_TIMEOUT.problem());
      case 400 ->
          answer(context, Problems.UNREADABLE_JSON.because("The request cannot be read as HTTP."));
      case 404 -> answer(context, Problems.NOT_FOUND.problem());
      default -> answer(context, Problems.INTERNAL_ERROR.problem());
    }
  }

  private void unrouted(RoutingContext context, Router router) {
    Set<String> methods = methodsOf(context.normalizedPath(), router.getRoutes());
    answer(
        context,
        methods.isEmpty()
            ? Problems.NOT_FOUND.problem()
            : Problems.methodNotAllowed(methods.toArray(String[]::new)));
  }

  private static Set<String> methodsOf(String path, List<Route> routes) {
    Set<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (route.getPath() != null && route.methods() != null && matches(route.getPath(), path)) {
        route.methods().stream().map(HttpMethod::name).forEach(methods::add);
      }
    }
    return methods;
  }

  /** Whether a path is of a pattern such as {@code /v1/jobs/:id}. */
  private static boolean matches(String pattern, String path) {
    String[] wanted = pattern.split("/", -1);
    String[] asked = path.split("/", -1);
    if (wanted.length != asked.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (!wanted[i].equals(asked[i]) && !(wanted[i].startsWith(":") && !asked[i].isEmpty())) {
        return false;
      }
    }
    return true;
  }

  private void answerAndClose(RoutingContext context, Problem problem) {
    context.response().putHeader("Connection", "close");
    context.addEndHandler(ended -> context.request().connection().close());
    answer(context, problem);
  }

  private void answer(RoutingContext context, Problem problem) {
    HttpServerResponse response = context.response();
    if (response.ended() || response.closed()) {
      return;
    }
    problem.headers().forEach(response::putHeader);
    response
        .setStatusCode(problem.status())
        .putHeader("Content-Type", Problem.MEDIA_TYPE)
        .end(Buffer.buffer(json.bytes(problem)));
  }
}
