package org.sortingoffice.console;

/**
 * What stands around every page.
 *
 * @param operator who is signed in; null when nobody has to be
 * @param mayChange whether this person may do more than look
 * @param token what every form sends back so that another site's form is refused; may be empty
 * @param said what the last action came to, for a page that is shown after it; null when nothing
 */
public record Frame(String operator, boolean mayChange, String token, Notice said) {
  /**
   * A sentence at the top of a page.
   *
   * @param kind "good" or "bad"
   * @param text the sentence
   */
  public record Notice(String kind, String text) {}
}
