package org.sortingoffice.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.sortingoffice.http.EntityTags;
import org.sortingoffice.http.Problems;

/**
 * Says what a client need not be sent again (RFC 9110, section 13). An answer carries an {@code
 * ETag}; who names it in {@code If-None-Match} is told 304 and nothing more, as long as it is so.
 *
 * <p>On the exchange: {@code etag}, the header's value, and {@code unchanged}, whether the client
 * has it already.
 */
public final class ConditionalGet {
  private static final int LENGTH = 16;

  /**
   * The tag of a job, from the rows of {@code job-tags.sql}. It is weak: it is made of what changes
   * and not of the bytes, which another version of this program may write in another way.
   *
   * @throws org.sortingoffice.http.ProblemException 404 when there is no row
   */
  public void job(Exchange exchange) {
    String tag = tagOf(exchange.getMessage());
    compare(exchange, tag, "W/\"" + tag + "\"");
  }

  private static String tagOf(Message message) {
    List<?> rows = message.getBody(List.class);
    if (rows.isEmpty()) {
      throw Problems.JOB_NOT_FOUND.toException();
    }
    return ((Map<?, ?>) rows.get(0)).get("tag").toString();
  }

  /** The tag of a body that is there already: strong, because it is made of its bytes. */
  public void body(Exchange exchange) {
    String tag = digest(exchange.getMessage().getBody(String.class));
    compare(exchange, tag, '"' + tag + '"');
  }

  private static void compare(Exchange exchange, String opaque, String etag) {
    exchange.setVariable("etag", etag);
    exchange.setVariable(
        "unchanged",
        EntityTags.read(exchange.getMessage().getHeader("If-None-Match")).match(opaque));
  }

  /**
   * Ends the answer: its tag, and who may keep it. The client alone may, and asks before it uses
   * what it kept. What is unchanged has no body.
   */
  public void finish(Exchange exchange) {
    Message message = exchange.getMessage();
    if (exchange.getVariable("unchanged", Boolean.class)) {
      message.removeHeaders("*");
      message.setHeader(Exchange.HTTP_RESPONSE_CODE, 304);
      message.setBody(null);
    }
    message.setHeader("ETag", exchange.getVariable("etag"));
    message.setHeader("Cache-Control", "private, no-cache");
  }

  private static String digest(String body) {
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
