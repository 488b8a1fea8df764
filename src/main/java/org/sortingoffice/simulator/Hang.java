package org.sortingoffice.simulator;

import io.vertx.ext.web.RoutingContext;
import java.time.InstantSource;

/**
 * Never answers: the connection stays open until the client closes it or {@code seconds} (600) have
 * passed.
 */
final class Hang implements LineFault {
  private final SimulatedTime time;
  private final InstantSource clock;

  Hang(SimulatedTime time, InstantSource clock) {
    this.time = time;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "hang";
  }

  @Override
  public void strike(RoutingContext context, Call call) {
    long millis = Math.max(1, time.realMillis(call.mode().number("seconds", 600)));
    long timer =
        context
            .vertx()
            .setTimer(
                millis,
                fired -> {
                  call.row().brokenOff(clock.millis());
                  context.request().connection().close();
                });
    context.addEndHandler(ended -> context.vertx().cancelTimer(timer));
  }
}
