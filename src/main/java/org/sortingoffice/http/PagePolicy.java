package org.sortingoffice.http;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;

/**
 * Tells browsers what a page of ours may do, whoever answers.
 *
 * <p>The policy allows what comes from here as a file and nothing else: no script and no style in a
 * page, so that a text which slips into a page as markup still cannot run.
 */
public final class PagePolicy implements Handler<RoutingContext> {
  private final String policy;

  private PagePolicy(String images) {
    policy =
        String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src " + images,
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'");
  }

  /** Only files of this server. */
  public static PagePolicy strict() {
    return new PagePolicy("'self'");
  }

  /** And small images that a style sheet of this server holds itself. */
  public static PagePolicy withImagesInStyles() {
    return new PagePolicy("'self' data:");
  }

  @Override
  public void handle(RoutingContext context) {
    // At the end, because an answer of the edges clears what was there before it.
    context.addHeadersEndHandler(
        end -> {
          MultiMap headers = context.response().headers();
          headers.set("Content-Security-Policy", policy);
          headers.set("X-Content-Type-Options", "nosniff");
          headers.set("X-Frame-Options", "DENY");
          headers.set("Referrer-Policy", "same-origin");
          headers.set("Cross-Origin-Opener-Policy", "same-origin");
          headers.set("Cross-Origin-Resource-Policy", "same-origin");
        });
    context.next();
  }
}
