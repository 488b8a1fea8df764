package org.sortingoffice.webhooks;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.codec.BodyCodec;
import io.vertx.ext.web.codec.spi.BodyStream;

/**
 * Lets the body of an answer pass by unseen, since its status says all. It is read so that the
 * connection can be used again; one that is too long is broken off, and its status counts all the
 * same.
 */
final class DiscardedBody implements BodyCodec<Buffer> {
  /** Whoever sends more does not want the connection to be used again. */
  private static final int LIMIT = 65_536;

  private volatile WebhookAnswer answer;

  /** Takes note of the answer's head, before any of its body comes. */
  void begins(WebhookAnswer head) {
    answer = head;
  }

  /** The answer, once its head has come. */
  WebhookAnswer answer() {
    return answer;
  }

  /** The answer when its head had come and its body was too long; otherwise null. */
  WebhookAnswer answerDespite(Throwable failure) {
    return failure instanceof TooLong ? answer : null;
  }

  @Override
  public void create(Handler<AsyncResult<BodyStream<Buffer>>> handler) {
    handler.handle(Future.succeededFuture(new Passing()));
  }

  private static final class TooLong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLong() {
      super("the answer's body has more than %d bytes".formatted(LIMIT));
    }
  }

  private static final class Passing implements BodyStream<Buffer> {
    private final Promise<Buffer> over = Promise.promise();
    private long passed;

    @Override
    public Future<Void> write(Buffer chunk) {
      passed += chunk.length();
      return passed > LIMIT ? Future.failedFuture(new TooLong()) : Future.succeededFuture();
    }

    @Override
    public void write(Buffer chunk, Handler<AsyncResult<Void>> handler) {
      write(chunk).onComplete(handler);
    }

    @Override
    public void end(Handler<AsyncResult<Void>> handler) {
      over.tryComplete(Buffer.buffer());
      handler.handle(Future.succeededFuture());
    }

    @Override
    public Future<Buffer> result() {
      return over.future();
    }

    @Override
    public void handle(Throwable failure) {
      over.tryFail(failure);
    }

    @Override
    public boolean writeQueueFull() {
      return false;
    }

    @Override
    public WriteStream<Buffer> exceptionHandler(Handler<Throwable> handler) {
      return this;
    }

    @Override
    public WriteStream<Buffer> setWriteQueueMaxSize(int size) {
      return this;
    }

    @Override
    public WriteStream<Buffer> drainHandler(Handler<Void> handler) {
      return this;
    }
  }
}
