package org.sortingoffice.console;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.FileSystemAccess;
import io.vertx.ext.web.handler.StaticHandler;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.sortingoffice.http.HttpDoor;
import org.sortingoffice.http.PagePolicy;

/**
 * What the HTTP server does for all addresses of the console, around its routes: it serves the
 * assets, and tells browsers what a page may do, whoever answers.
 */
public final class ConsoleDoor {
  /** After the edges, which come first, and before all routes of Camel, which count up from 0. */
  private static final int EARLY = -90;

  private final Assets assets;

  /**
   * @param assets what is served
   */
  public ConsoleDoor(Assets assets) {
    this.assets = assets;
  }

  /** Installs it on this context's HTTP server as soon as that is there. */
  public void installOnStart(CamelContext context) {
    HttpDoor.onStart(context, door -> install(door.front()));
  }

  private void install(Router door) {
    door.route("/console*").order(EARLY).handler(PagePolicy.strict());
    assets
        .folders()
        .forEach(
            (address, folder) -> {
              door.route(address + "*")
                  .order(EARLY + 1)
                  .handler(ConsoleDoor::letBrowsersKeepIt)
                  .handler(
                      StaticHandler.create(FileSystemAccess.RELATIVE, folder)
                          .setDirectoryListing(false)
                          .setIncludeHidden(false)
                          .setMaxAgeSeconds(Duration.ofDays(365).toSeconds()));
            });
  }

  // The edges have marked every answer as not to be kept; the file's own mark comes instead.
  private static void letBrowsersKeepIt(RoutingContext context) {
    context.response().headers().remove(HttpHeaders.CACHE_CONTROL);
    context.next();
  }
}
