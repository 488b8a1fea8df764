package org.sortingoffice.simulator;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * Sends status 200 and then a blank line every {@code every_ms} (1000) for {@code seconds} (600),
 * then the good answer, or nothing more with {@code answer} none.
 */
final class KeepaliveNewlines implements LineFault {
  private final SimulatedTime time;
  private final InstantSource clock;
  private final Function<Call, String> answers;

  /**
   * @param answers gives the good answer to a call; may block
   */
  KeepaliveNewlines(SimulatedTime time, InstantSource clock, Function<Call, String> answers) {
    this.time = time;
    this.clock = clock;
    this.answers = answers;
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
    long whole = Math.max(1, time.realMillis(call.mode().number("seconds", 600)));
    long lines = vertx.setPeriodic(every, tick -> response.write("\n"));
    long end =
        vertx.setTimer(
            whole,
            fired -> {
              vertx.cancelTimer(lines);
              vertx
                  .executeBlocking(() -> ending(call), false)
                  .onSuccess(text -> finish(response, call, text))
                  .onFailure(failure -> context.request().connection().close());
            });
    context.addEndHandler(
        ended -> {
          vertx.cancelTimer(lines);
          vertx.cancelTimer(end);
        });
  }

  private String ending(Call call) {
    return call.named("answer", "").equals("none") ? "" : answers.apply(call);
  }

  private void finish(HttpServerResponse response, Call call, String text) {
    if (!response.closed()) {
      call.row().answered(response.getStatusCode(), clock.millis());
      response.end(text);
    }
  }
}
