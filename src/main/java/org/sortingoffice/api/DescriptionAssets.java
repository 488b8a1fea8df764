package org.sortingoffice.api;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.FileSystemAccess;
import io.vertx.ext.web.handler.StaticHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Properties;
import org.apache.camel.CamelContext;
import org.sortingoffice.http.HttpDoor;
import org.sortingoffice.http.PagePolicy;

/**
 * What a browser loads besides the page of the API's description, served by the HTTP server around
 * the routes. The library (Swagger UI) lies at an address with its version and may be kept for
 * ever.
 */
public final class DescriptionAssets {
  private static final String PAGE = "/docs/api";
  private static final String OURS = PAGE + "/assets/";
  private static final String LIBRARY = "swagger-ui";

  /** After the edges, which come first, and before all routes of Camel, which count up from 0. */
  private static final int EARLY = -90;

  private static final Duration KEEP_OURS = Duration.ofMinutes(10);
  private static final Duration KEEP_LIBRARY = Duration.ofDays(365);

  private final String version = version();

  /** The address of our own files, with a slash at its end. */
  String ours() {
    return OURS;
  }

  /** The address of the library's files, with a slash at its end. */
  String library() {
    return OURS + LIBRARY + "-" + version + "/";
  }

  /** Serves them on this context's HTTP server as soon as that is there. */
  public void installOnStart(CamelContext context) {
    HttpDoor.onStart(context, door -> install(door.front()));
  }

  private void install(Router door) {
    door.route(PAGE + "*").order(EARLY).handler(PagePolicy.withImagesInStyles());
    serve(
        door,
        library(),
        "META-INF/resources/webjars/" + LIBRARY + "/" + version,
        EARLY + 1,
        KEEP_LIBRARY);
    serve(door, OURS, "description/assets", EARLY + 2, KEEP_OURS);
  }

  private static void serve(Router door, String address, String folder, int order, Duration keep) {
    door.get(address + "*")
        .order(order)
        .handler(DescriptionAssets::letBrowsersKeepIt)
        .handler(
            StaticHandler.create(FileSystemAccess.RELATIVE, folder)
                .setDirectoryListing(false)
                .setIncludeHidden(false)
                .setMaxAgeSeconds(keep.toSeconds()));
  }

  // The edges have marked every answer as not to be kept; the file's own mark comes instead.
  private static void letBrowsersKeepIt(RoutingContext context) {
    context.response().headers().remove(HttpHeaders.CACHE_CONTROL);
    context.next();
  }

  private static String version() {
    String place = "/META-INF/maven/org.webjars/" + LIBRARY + "/pom.properties";
    Properties properties = new Properties();
    try (InputStream in = DescriptionAssets.class.getResourceAsStream(place)) {
      properties.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(place + " cannot be read", unreadable);
    }
    return properties.getProperty("version");
  }
}
