package org.sortingoffice.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Exchange;
import org.apache.camel.component.platform.http.vertx.HttpMessage;
import org.apache.camel.spi.HeaderFilterStrategy;

/**
 * The door for header lines: only those named here come in or go out, in any case of letters. All
 * others, above all those that steer Camel (CVE-2025-27636), do not exist for a route. Credentials
 * are not among them: {@code Authorization} and {@code Cookie} are read from the request itself by
 * the first step of a route, so that no later one can send, store or log them.
 *
 * <p>For {@code headerFilterStrategy} of platform-http. That component sends three things through
 * here as if they were header lines: real header lines, query parameters and form fields. Only real
 * lines pass, so {@code ?Idempotency-Key=x} is no key; read parameters from {@code CamelHttpQuery}.
 * Path parameters and what Camel itself puts on the message ({@code CamelHttp...}) do not come
 * through here and are always there. The status is read from {@code CamelHttpResponseCode} before
 * this filter is asked, and Content-Type and Content-Length are written besides it.
 */
public final class HeaderAllowList implements HeaderFilterStrategy {

  private final Set<String> in =
      ignoringCase(
          "Idempotency-Key",
          "Content-Type",
          "Content-Encoding",
          "Content-Length",
          "traceparent",
          "tracestate",
          "If-None-Match",
          "Prefer",
          "Last-Event-ID",
          "Accept");

  private final Set<String> out =
      ignoringCase(
          "Content-Type",
          "Location",
          "Retry-After",
          "RateLimit",
          "RateLimit-Policy",
          "Idempotent-Replayed",
          "Allow",
          "Accept-Encoding",
          "ETag",
          "Cache-Control",
          "Vary",
          "Preference-Applied",
          "X-Content-Type-Options",
          "Set-Cookie",
          "Refresh",
          "HX-Redirect",
          "WWW-Authenticate");

  /** True when this header of an answer must stay inside. */
  @Override
  public boolean applyFilterToCamelHeaders(String name, Object value, Exchange exchange) {
    return !out.contains(name);
  }

  /** True when this header of a request must stay outside. */
  @Override
  public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
    return !in.contains(name) || !isHeaderLine(name, value, exchange);
  }

  private static boolean isHeaderLine(String name, Object value, Exchange exchange) {
    if (exchange != null && exchange.getIn() instanceof HttpMessage message) {
      HttpServerRequest request = message.getRequest();
      return request == null || request.headers().getAll(name).contains(value);
    }
    return true;
  }

  private static Set<String> ignoringCase(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(List.of(names));
    return set;
  }
}
