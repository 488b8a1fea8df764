package org.sortingoffice.steps;

import java.util.regex.Pattern;
import org.apache.camel.Variable;

/**
 * A ticket as a chat model reads it: between marks that nothing in the ticket can close, so that
 * the instructions can say where the customer's words begin and end. What a model does with them is
 * its own affair; its answer is checked whatever the ticket says.
 */
public final class TicketText {
  /** What a model could take for a mark, however it is spelled. */
  private static final Pattern MARK =
      Pattern.compile("<(?=[\\s/\\\\]*ticket)", Pattern.CASE_INSENSITIVE);

  /** Looks much the same to a reader and is no mark. */
  private static final String NO_MARK = "\u2039";

  /**
   * The ticket between {@code <ticket>} and {@code </ticket>}.
   *
   * @param subject as the customer wrote it
   * @param body as the customer wrote it
   */
  public String marked(
      @Variable("ticketSubject") String subject, @Variable("ticketBody") String body) {
    return "<ticket>\nSubject: " + unmarked(subject) + "\n\n" + unmarked(body) + "\n</ticket>";
  }

  private static String unmarked(String text) {
    return text.indexOf('<') < 0 ? text : MARK.matcher(text).replaceAll(NO_MARK);
  }
}
