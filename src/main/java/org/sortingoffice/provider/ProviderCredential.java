package org.sortingoffice.provider;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.client.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts the provider's key on a request, and takes it out of what comes back. It is put on at the
 * last moment and never on the message, so that no step, trace or dump of a message can show it.
 */
public final class ProviderCredential {
  /** The header of RFC 6750, in which a key is called a bearer token. */
  public static final String BEARER_HEADER = HttpHeaders.AUTHORIZATION.toString();

  private static final String HIDDEN = "(key)";

  /** What is shorter is no secret, but a word for servers that want just any, and may be said. */
  private static final int SHORTEST_SECRET = 16;

  private final ProviderKey key;
  private final String header;

  /**
   * @param key what is sent
   * @param header in which; in {@code Authorization} as {@code Bearer}, in any other as it is
   */
  public ProviderCredential(ProviderKey key, String header) {
    this.key = key;
    this.header = header;
  }

  /** No credential. */
  public static ProviderCredential none() {
    return new ProviderCredential(ProviderKey.none(), BEARER_HEADER);
  }

  /** Puts the present key on the request and returns it; empty when there is none. */
  Optional<String> putOn(HttpRequest<?> request) {
    Optional<String> now = key.now();
    now.ifPresent(
        value ->
            request.putHeader(
                header, header.equalsIgnoreCase(BEARER_HEADER) ? "Bearer " + value : value));
    return now;
  }

  /**
   * The response without the key, should the provider or a proxy say it back: from a response
   * errors, hints and results are made.
   */
  static ProviderResponse without(String key, ProviderResponse response) {
    if (key.length() < SHORTEST_SECRET) {
      return response;
    }
    Map<String, List<String>> headers = new HashMap<>();
    response
        .headers()
        .forEach(
            (name, lines) -> {
              List<String> clean = new ArrayList<>();
              lines.forEach(line -> clean.add(line.replace(key, HIDDEN)));
              headers.put(name, clean);
            });
    // Byte for byte the same in this encoding, whatever the body is.
    String body = new String(response.body(), StandardCharsets.ISO_8859_1);
    byte[] clean =
        body.contains(key)
            ? body.replace(key, HIDDEN).getBytes(StandardCharsets.ISO_8859_1)
            : response.body();
    return new ProviderResponse(response.status(), headers, clean);
  }
}
