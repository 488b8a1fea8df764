package org.sortingoffice.console;

import org.apache.camel.Exchange;

/** The page that asks for an API key, and says why one was not taken. */
public final class SignInPage {
  private final PageAnswer pages;

  /**
   * @param pages renders
   */
  public SignInPage(PageAnswer pages) {
    this.pages = pages;
  }

  /**
   * Answers with the page, for the variables {@code then}, {@code fault} and {@code faultStatus}.
   */
  public void show(Exchange exchange) {
    String fault = exchange.getVariable("fault", String.class);
    pages.show(exchange, "sign-in", new View(exchange.getVariable("then", String.class), fault));
    if (fault != null) {
      exchange
          .getMessage()
          .setHeader(
              Exchange.HTTP_RESPONSE_CODE, exchange.getVariable("faultStatus", Integer.class));
    }
  }

  /**
   * What the page shows.
   *
   * @param then where to go on afterwards, a place of the console
   * @param fault why the key was not taken; null when none was given yet
   */
  public record View(String then, String fault) {}
}
