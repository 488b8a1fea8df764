package org.sortingoffice.simulator;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.time.InstantSource;

/**
 * Breaks the connection off. {@code at} (or the marker's value) says where: {@code middle} resets
 * it in the middle of an answer, {@code before} resets it without a byte, {@code clean} closes it
 * in an orderly way in the middle of an answer.
 */
final class Reset implements LineFault {
  private static final String BEGINNING =
      "{\"id\":\"chatcmpl-cut\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,";
  private static final String PROMISED_LENGTH = "4096";

  private final InstantSource clock;

  Reset(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "reset";
  }

  @Override
  public void strike(RoutingContext context, Call call) {
    String at = call.mode().text("at", "middle");
    call.row().brokenOff(clock.millis());
    if (at.equals("before")) {
      reset(context);
      return;
    }
    HttpServerResponse response = context.response();
    response
        .putHeader("Content-Type", "application/json")
        .putHeader("Content-Length", PROMISED_LENGTH);
    response
        .write(BEGINNING)
        .onComplete(
            written -> {
              if (at.equals("clean")) {
                context.request().connection().close();
              } else {
                reset(context);
              }
            });
  }

  // Closing with a linger of 0 makes the kernel send RST instead of FIN.
  private static void reset(RoutingContext context) {
    if (context.request().connection() instanceof ConnectionBase connection) {
      Channel channel = connection.channel();
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      channel.close();
    } else {
      context.request().connection().close();
    }
  }
}
