package org.sortingoffice.provider;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes answers of a provider down in one line. */
final class Responses {
  private Responses() {}

  static ProviderResponse json(int status, String body) {
    return of(status, Map.of("Content-Type", List.of("application/json")), body);
  }

  static ProviderResponse html(int status, String body) {
    return of(status, Map.of("Content-Type", List.of("text/html; charset=utf-8")), body);
  }

  static ProviderResponse of(int status, Map<String, List<String>> headers, String body) {
    return new ProviderResponse(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /** The same with one more header of these lines. */
  static ProviderResponse with(ProviderResponse response, String header, String... lines) {
    Map<String, List<String>> headers = new HashMap<>(response.headers());
    headers.put(header, List.of(lines));
    return new ProviderResponse(response.status(), headers, response.body());
  }

  /** An error as most providers write it. */
  static String error(String code, String message) {
    return """
        {"error":{"message":"%s","type":"some_error","param":null,"code":%s}}"""
        .formatted(message, code == null ? "null" : '"' + code + '"');
  }
}
