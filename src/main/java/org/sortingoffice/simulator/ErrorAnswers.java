package org.sortingoffice.simulator;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Variable;

/** Error bodies that a route could not write down, because they quote the request. */
public final class ErrorAnswers {
  /**
   * An error that gives away what it was sent: the prompt and the credential, raw and URL-encoded.
   */
  public String echo(@Variable("call") Call call) {
    String said = call.prompt();
    String credential = call.authorization();
    return ErrorAnswer.json(
        "The server failed while it handled: "
            + said
            + " (Authorization: "
            + credential
            + "; at /internal?auth="
            + encoded(credential)
            + "&text="
            + encoded(said)
            + ')',
        "server_error",
        "internal_error");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
