package org.sortingoffice.console;

import java.util.Map;
import org.apache.camel.Exchange;
import org.sortingoffice.http.Problems;

/** What a form has to hold before something is done. */
public final class FormRules {

  /** A reason. */
  public void reason(Exchange exchange) {
    if (exchange.getVariable("reason") == null) {
      throw Problems.INVALID_REQUEST.because("Say why in a few words.").toException();
    }
  }

  /** A text, which goes into the variable {@code text}. */
  @SuppressWarnings("unchecked")
  public void text(Exchange exchange) {
    Map<String, String> form = exchange.getVariable("form", Map.class);
    String text = form.getOrDefault("text", "");
    if (text.isEmpty()) {
      throw Problems.INVALID_REQUEST.because("The note is empty.").toException();
    }
    exchange.setVariable("text", text);
  }
}
