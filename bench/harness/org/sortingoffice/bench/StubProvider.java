package org.sortingoffice.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/** A provider over HTTP that answers every call well, after a fixed time. */
final class StubProvider implements AutoCloseable {
  private final Vertx vertx;
  private final HttpServer server;
  private volatile int millis;

  private StubProvider(Vertx vertx, HttpServer server, int millis) {
    this.vertx = vertx;
    this.server = server;
    this.millis = millis;
  }

  /**
   * Starts it on a port of its own.
   *
   * @param millis how long each call takes; 0 answers at once
   */
  static StubProvider start(int millis) throws Exception {
    Vertx vertx = Vertx.vertx();
    HttpServer server =
        vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0));
    StubProvider provider = new StubProvider(vertx, server, millis);
    server.requestHandler(provider::answer);
    server.listen().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    return provider;
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/v1";
  }

  /** From now on each call takes so many milliseconds; 0 answers at once. */
  void answerAfter(int newMillis) {
    millis = newMillis;
  }

  private void answer(HttpServerRequest request) {
    String step = request.getHeader("X-Step");
    String answer =
        "classify".equals(step)
            ? Answers.CLASSIFY
            : "draft_reply".equals(step) ? Answers.DRAFT : Answers.EMBEDDING;
    Buffer body = Buffer.buffer(answer);
    request.response().putHeader("Content-Type", "application/json");
    int delay = millis;
    if (delay == 0) {
      request.response().end(body);
    } else {
      vertx.setTimer(delay, due -> request.response().end(body));
    }
  }

  @Override
  public void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }
}
