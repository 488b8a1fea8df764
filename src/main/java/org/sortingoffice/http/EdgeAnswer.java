package org.sortingoffice.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;

/** Writes a {@link Problem} straight to the server's response, where no route is there to do it. */
final class EdgeAnswer {
  /**
   * How long the rest of a refused body is thrown away before the connection is closed over it. A
   * connection closed at once would be reset by the bytes still under way, and many a client would
   * see the reset and never the answer.
   */
  private static final Duration LINGER = Duration.ofSeconds(2);

  private final ProblemJson json = new ProblemJson();

  /** What every answer says of itself, also a good one, unless a route says otherwise. */
  void mark(HttpServerResponse response) {
    response.putHeader("X-Content-Type-Options", "nosniff").putHeader("Cache-Control", "no-store");
  }

  /** Answers; the connection stays open. Does nothing when there is an answer already. */
  Future<Void> send(HttpServerRequest request, Problem problem) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return Future.succeededFuture();
    }
    if (response.headWritten()) {
      // Half an answer is out already: only its sudden end can tell that it is not whole.
      return request.connection().close();
    }
    // Whatever a route had written of its own answer is no part of this one.
    response.headers().clear();
    mark(response);
    problem.headers().forEach(response::putHeader);
    Future<Void> sent =
        response
            .setStatusCode(problem.status())
            .putHeader("Content-Type", Problem.MEDIA_TYPE)
            .end(Buffer.buffer(json.bytes(problem)));
    if (request.connection() instanceof ConnectionBase connection) {
      // Vert.x closes a connection with broken chunks in the same breath, over an answer not
      // flushed.
      connection.flush();
    }
    return sent;
  }

  /** Answers, and closes the connection without waiting for the end of the request. */
  void sendAndClose(HttpServerRequest request, Problem problem, Vertx vertx) {
    Problem last = problem.withHeader("Connection", "close");
    if (request.isEnded()) {
      send(request, last).onComplete(sent -> request.connection().close());
      return;
    }
    request.handler(rest -> {}).endHandler(end -> request.connection().close()).resume();
    send(request, last)
        .onComplete(
            sent -> vertx.setTimer(LINGER.toMillis(), timer -> request.connection().close()));
  }
}
