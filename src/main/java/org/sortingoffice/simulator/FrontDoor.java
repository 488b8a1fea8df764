package org.sortingoffice.simulator;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpEngine;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;

/**
 * The simulator's HTTP server: before the routes the reception, behind them the answer to whatever
 * no route took.
 */
final class FrontDoor {
  private static final int FIRST = -1000;
  private static final int LAST = 1_000_000;

  private final String host;
  private final int port;
  private final VertxPlatformHttpServer server;

  FrontDoor(SimulatorSettings settings) {
    this.host = settings.host();
    this.port = settings.port();
    VertxPlatformHttpServerConfiguration http = new VertxPlatformHttpServerConfiguration();
    http.setBindHost(host);
    http.setBindPort(port);
    http.setMaxBodySize((long) settings.maxBodyBytes());
    http.getBodyHandler().setHandleFileUploads(false);
    this.server = new VertxPlatformHttpServer(http);
  }

  /**
   * Listens, before the context starts: its routes look for the router of a running server. The
   * context stops the server.
   *
   * @throws SimulatorException if the address cannot be had
   */
  void open(CamelContext camel, Reception reception) throws Exception {
    checkAddress();
    // Each route's own handlers: its body is read by then, and may be read only once.
    VertxPlatformHttpEngine engine = new VertxPlatformHttpEngine();
    engine.setHandlers(List.of(reception));
    camel.addService(engine);
    camel.addService(server);
    server.start();
    VertxPlatformHttpRouter router =
        VertxPlatformHttpRouter.lookup(camel, VertxPlatformHttpRouter.getRouterNameFromPort(port));
    UnknownAddress otherwise = new UnknownAddress();
    router
        .route()
        .order(FIRST)
        .handler(context -> welcome(context, reception))
        .failureHandler(otherwise);
    router.route().order(LAST).handler(otherwise);
  }

  // Whatever a client calls its body, it is read as JSON; curl, for one, would call it a form.
  private static void welcome(RoutingContext context, Reception reception) {
    if (!reception.isOpen()) {
      context.fail(503);
      return;
    }
    context.request().headers().set(HttpHeaders.CONTENT_TYPE, "application/json");
    context.next();
  }

  // The server would only log that its port is taken, and go on without one.
  private void checkAddress() throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (BindException e) {
      throw new SimulatorException(
          "The simulated provider cannot listen on "
              + host
              + ':'
              + port
              + " ("
              + e.getMessage()
              + "): stop what uses that port, or set SIMULATOR_PORT to another one.",
          e);
    }
  }

  /** The port it listens on. */
  int port() {
    return server.getPort();
  }
}
