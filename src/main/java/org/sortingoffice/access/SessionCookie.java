package org.sortingoffice.access;

import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The cookie in which a browser keeps the token of its session: out of reach for scripts, and sent
 * along by no other site.
 */
final class SessionCookie {
  private static final String NAME = "sorting_office_session";

  private SessionCookie() {}

  /** The token that the request brings; nothing when it brings none, or more than one. */
  static Optional<Secret> read(HttpServerRequest request) {
    Set<Cookie> cookies = request.cookies(NAME);
    return cookies.size() == 1
        ? Optional.of(new Secret(cookies.iterator().next().getValue()))
        : Optional.empty();
  }

  /** The header line that gives the browser its token. */
  static String giving(Secret token, Duration length, HttpServerRequest request) {
    return cookie(token.text(), length.toSeconds(), request).encode();
  }

  /** The header line that takes it away again. */
  static String taking(HttpServerRequest request) {
    return cookie("", 0, request).encode();
  }

  private static Cookie cookie(String value, long seconds, HttpServerRequest request) {
    return Cookie.cookie(NAME, value)
        .setPath("/")
        .setHttpOnly(true)
        .setSameSite(CookieSameSite.STRICT)
        .setSecure(isHttps(request))
        .setMaxAge(seconds);
  }

  /** Here or at the proxy before it. Who lies about it only keeps the cookie from himself. */
  private static boolean isHttps(HttpServerRequest request) {
    return request.isSSL()
        || "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"))
        || String.valueOf(request.getHeader("Forwarded"))
            .toLowerCase(Locale.ROOT)
            .contains("proto=https");
  }
}
