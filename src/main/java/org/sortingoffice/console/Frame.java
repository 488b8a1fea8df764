package org.sortingoffice.console;

/**
 * What stands around every page.
 *
 * @param operator who is signed in; null on pages for those who are not
 * @param mayChange whether this person may do more than look
 * @param token what every form sends back, so that another site's form is refused; empty where none
 *     is needed
 * @param query what the address asks for
 * @param said what the last action came to; null when there was none
 */
public record Frame(String operator, boolean mayChange, String token, Query query, Notice said) {

  /** Whether this is somebody who could sign out again. */
  public boolean isSignedIn() {
    return token != null && !token.isEmpty();
  }
}
