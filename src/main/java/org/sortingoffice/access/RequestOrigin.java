package org.sortingoffice.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a page of another site makes somebody's browser send this request. Where a request
 * carries no key of its own, because it comes with a cookie or because there are no keys, that is
 * what separates the operator from whoever got the operator to open a page.
 *
 * <p>Browsers say it themselves, and pages cannot change it: by {@code Sec-Fetch-Site} (W3C Fetch
 * Metadata), older ones by {@code Origin} (RFC 6454). What sends neither is no browser, and nobody
 * rides on it.
 */
final class RequestOrigin {
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private RequestOrigin() {}

  /** Whether it comes from a page of this very server, or from no page. */
  static boolean isOwn(HttpServerRequest request) {
    MultiMap headers = request.headers();
    String site = headers.get("Sec-Fetch-Site");
    if (site != null) {
      // Another port of localhost is "same-site", and is somebody else all the same.
      return OWN.contains(site);
    }
    String origin = headers.get("Origin");
    return origin == null || isAt(origin, headers.get("Host"), headers.get("X-Forwarded-Host"));
  }

  /** X-Forwarded-Host: a page cannot set it without being asked first, and is never allowed to. */
  private static boolean isAt(String origin, String host, String forwardedHost) {
    try {
      String place = URI.create(origin).getRawAuthority();
      return place != null
          && (place.equalsIgnoreCase(host) || place.equalsIgnoreCase(forwardedHost));
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }

  /**
   * Whether it was meant for this machine by name. A page whose own name was made to lead to
   * 127.0.0.1 (DNS rebinding) is of one origin with what it asks for, but it cannot take another
   * name for that.
   */
  static boolean isMeantForLoopback(HttpServerRequest request) {
    if (!request.headers().contains("Host")) {
      return true;
    }
    HostAndPort named = request.authority();
    return named != null && Loopback.isNamed(named.host().toLowerCase(Locale.ROOT));
  }
}
