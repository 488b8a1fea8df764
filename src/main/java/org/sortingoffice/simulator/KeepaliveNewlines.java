package org.sortingoffice.simulator;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.InstantSource;

/**
 * Sends status 200 and then a blank line every {@code every_ms} (1000) for {@code seconds} (600),
 * then ends without an answer.
 */
final class KeepaliveNewlines implements LineFault {
  private final SimulatedTime time;
  private final InstantSource clock;

  KeepaliveNewlines(SimulatedTime time, InstantSource clock) {
    this.time = time;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "keepalive_newlines";
  }

  @Override
  public void strike(RoutingContext context, Call call) {
    Vertx vertx = context.vertx();
    HttpServerResponse response = context.response();
    response.putHeader("Content-Type", "application/json").setChunked(true).write("\n");
    long every = Math.max(1, time.realMillis(call.mode().namedNumber("every_ms", 1000) / 1000));
    long lines = vertx.setPeriodic(every, tick -> response.write("\n"));
    long whole = Math.max(1, time.realMillis(call.mode().number("seconds", 600)));
    long end =
        vertx.setTimer(
            whole,
            fired -> {
              call.row().answered(response.getStatusCode(), clock.millis());
              response.end();
            });
    context.addEndHandler(
        ended -> {
          vertx.cancelTimer(lines);
          vertx.cancelTimer(end);
        });
  }
}
