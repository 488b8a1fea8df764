package org.sortingoffice.provider;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.codec.BodyCodec;
import io.vertx.ext.web.codec.spi.BodyStream;

/** Receives a body into memory as long as it stays within a limit. */
final class LimitedBody implements BodyCodec<Buffer> {
  private final int limit;

  /**
   * @param limit in bytes
   */
  LimitedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public void create(Handler<AsyncResult<BodyStream<Buffer>>> handler) {
    handler.handle(Future.succeededFuture(new Receiving()));
  }

  private final class Receiving implements BodyStream<Buffer> {
    private final Promise<Buffer> whole = Promise.promise();
    private Buffer received = Buffer.buffer();

    @Override
    public Future<Void> write(Buffer chunk) {
      if (received.length() + (long) chunk.length() > limit) {
        received = Buffer.buffer();
        return Future.failedFuture(new AnswerTooLarge(limit));
      }
      received.appendBuffer(chunk);
      return Future.succeededFuture();
    }

    @Override
    public void write(Buffer chunk, Handler<AsyncResult<Void>> handler) {
      write(chunk).onComplete(handler);
    }

    @Override
    public void end(Handler<AsyncResult<Void>> handler) {
      whole.tryComplete(received);
      handler.handle(Future.succeededFuture());
    }

    @Override
    public Future<Buffer> result() {
      return whole.future();
    }

    @Override
    public void handle(Throwable failure) {
      whole.tryFail(failure);
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
