package org.sortingoffice.http;

import io.vertx.ext.web.Router;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;

/**
 * A context's HTTP server, for what stands in front of its routes.
 *
 * @param front takes the server's requests
 * @param routes is mounted below it and has Camel's routes
 * @param bodyLimit the longest body that any route takes, in bytes
 */
public record HttpDoor(Router front, Router routes, long bodyLimit) {

  /** Tells of the door as soon as the server is there, before the first route answers. */
  public static void onStart(CamelContext context, Consumer<HttpDoor> installation) {
    try {
      context.addStartupListener((started, already) -> installation.accept(of(started)));
    } catch (Exception failure) {
      throw RuntimeCamelException.wrapRuntimeCamelException(failure);
    }
  }

  private static HttpDoor of(CamelContext context) {
    VertxPlatformHttpServer server = context.hasService(VertxPlatformHttpServer.class);
    String routes = VertxPlatformHttpRouter.getRouterNameFromPort(server.getConfigurationPort());
    return new HttpDoor(
        (Router) server.getServer().requestHandler(),
        VertxPlatformHttpRouter.lookup(context, routes),
        server.getMaxBodySize());
  }
}
