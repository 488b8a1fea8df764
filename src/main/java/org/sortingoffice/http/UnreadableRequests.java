package org.sortingoffice.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/**
 * Answers what could not be read as an HTTP request at all, so that no route can ever see it: a
 * broken header line, a request line of more than 4096 bytes, header lines of more than 8192 bytes
 * together. The server closes the connection afterwards, since nobody knows where the next request
 * would begin.
 */
public final class UnreadableRequests implements Handler<HttpServerRequest> {
  private final EdgeAnswer answer = new EdgeAnswer();

  @Override
  public void handle(HttpServerRequest request) {
    answer.send(
        request, problem(request.decoderResult().cause()).withHeader("Connection", "close"));
  }

  private static Problem problem(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Problems.ADDRESS_TOO_LONG.problem();
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return Problems.HEADERS_TOO_LARGE.problem();
    }
    return Problems.UNREADABLE_REQUEST.problem();
  }
}
