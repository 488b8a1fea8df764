package org.sortingoffice.simulator;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests that no route takes, and bodies that are too large, in OpenAI's form. */
final class UnknownAddress implements Handler<RoutingContext> {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownAddress.class);

  private static final Map<String, String> METHODS =
      Map.of(
          Reception.CHAT_PATH,
          "POST",
          Reception.EMBEDDINGS_PATH,
          "POST",
          "/v1/models",
          "GET",
          "/admin/mode",
          "GET, PUT",
          "/admin/calls",
          "GET, DELETE",
          "/admin/health",
          "GET",
          "/admin/prices",
          "GET");

  @Override
  public void handle(RoutingContext context) {
    HttpServerResponse response = context.response();
    if (context.failed() && context.statusCode() == 413) {
      answer(
          response.putHeader("Connection", "close"),
          413,
          "The request is too large.",
          "request_too_large");
      return;
    }
    if (context.failed() && context.statusCode() == 503) {
      answer(
          response.putHeader("Retry-After", "1"),
          503,
          "The simulator is starting. Try again in a second.",
          "simulator");
      return;
    }
    if (context.failed()) {
      LOG.warn("The simulator could not answer {}.", context.normalizedPath(), context.failure());
      answer(
          response,
          context.statusCode() > 0 ? context.statusCode() : 500,
          "The simulator could not answer.",
          "simulator");
      return;
    }
    String asked = context.request().method() + " " + context.normalizedPath();
    String methods = METHODS.get(context.normalizedPath());
    if (methods == null) {
      answer(response, 404, "Unknown request URL: " + asked + ".", "unknown_url");
    } else {
      answer(
          response.putHeader("Allow", methods),
          405,
          "Not allowed: " + asked + ".",
          "method_not_allowed");
    }
  }

  private static void answer(HttpServerResponse response, int status, String message, String code) {
    if (!response.ended() && !response.closed()) {
      response
          .setStatusCode(status)
          .putHeader("Content-Type", "application/json")
          .end(ErrorAnswer.json(message, "invalid_request_error", code));
    }
  }
}
