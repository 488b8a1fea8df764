package org.sortingoffice.provider;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came back over HTTP, before anybody judged it.
 *
 * @param status the HTTP status
 * @param headers the lines of each header; names are found whatever their case (RFC 9110, 5.1)
 * @param body the whole body; empty when there was none
 */
public record ProviderResponse(int status, Map<String, List<String>> headers, byte[] body) {

  /** Copies the headers, so that their case no longer matters. */
  public ProviderResponse {
    Map<String, List<String>> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(
        (name, lines) -> anyCase.computeIfAbsent(name, absent -> new ArrayList<>()).addAll(lines));
    headers = anyCase;
  }

  static ProviderResponse of(HttpResponse<Buffer> answer) {
    Map<String, List<String>> headers = new HashMap<>();
    answer
        .headers()
        .forEach(
            (name, line) -> headers.computeIfAbsent(name, absent -> new ArrayList<>()).add(line));
    Buffer body = answer.body();
    return new ProviderResponse(
        answer.statusCode(), headers, body == null ? new byte[0] : body.getBytes());
  }

  /** All lines of a header, in their order. */
  public List<String> lines(String header) {
    return headers.getOrDefault(header, List.of());
  }

  /** The first line of a header; empty when there is none. */
  public String first(String header) {
    List<String> lines = lines(header);
    return lines.isEmpty() ? "" : lines.get(0).strip();
  }

  /** Whether the status says that all went well. */
  public boolean isGood() {
    return status >= 200 && status < 300;
  }

  /** Whether there is nothing in the body but white space. */
  public boolean isBlank() {
    return firstVisible() == body.length;
  }

  /**
   * Whether the body is a page for a browser: what a proxy, a captive portal or a firewall answers
   * in the provider's place. Some gateways call their JSON text/html; that is no page.
   */
  public boolean isPage() {
    int start = firstVisible();
    if (start < body.length && body[start] == '{') {
      return false;
    }
    boolean looksLikeOne = start < body.length && body[start] == '<';
    return looksLikeOne || first("Content-Type").toLowerCase(Locale.ROOT).startsWith("text/html");
  }

  private int firstVisible() {
    boolean mark =
        body.length >= 3
            && body[0] == (byte) 0xEF
            && body[1] == (byte) 0xBB
            && body[2] == (byte) 0xBF;
    int at = mark ? 3 : 0;
    while (at < body.length && " \t\r\n".indexOf(body[at]) >= 0) {
      at++;
    }
    return at;
  }
}
