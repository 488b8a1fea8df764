package org.sortingoffice.api;

import java.util.List;
import org.apache.camel.Exchange;
import org.sortingoffice.http.ProblemException;

/**
 * Reads the query of the dead letters and of their groups, and of the list of redrives. What it
 * does not know it refuses with 400 {@code unknown_parameter}.
 */
public final class DeadLetterQueryReading {

  /**
   * The query of {@code GET /v1/dead-letters} into the variables {@code filter} and {@code page}.
   */
  public void list(Exchange exchange) {
    QueryParameters given =
        QueryParameters.of(
            exchange,
            "state",
            "group",
            "error",
            "step",
            "actor",
            "from",
            "to",
            "text",
            "discarded",
            "after",
            "limit");
    exchange.setVariable("filter", filter(given));
    exchange.setVariable("page", ListPage.byMoment(given.text("after"), limit(given)));
  }

  /** The query of {@code GET /v1/dead-letters/groups} into the variable {@code filter}. */
  public void groups(Exchange exchange) {
    QueryParameters given =
        QueryParameters.of(
            exchange,
            "state",
            "group",
            "error",
            "step",
            "actor",
            "from",
            "to",
            "text",
            "discarded");
    exchange.setVariable("filter", filter(given));
  }

  /** The query of {@code GET /v1/redrives} into the variable {@code page}. */
  public void redrives(Exchange exchange) {
    QueryParameters given = QueryParameters.of(exchange, "state", "after", "limit");
    exchange.setVariable(
        "page",
        new ListPage(
            given.oneOf("state", RedriveRequest.STATES),
            null,
            given.number("after", Long.MAX_VALUE, Long.MAX_VALUE),
            limit(given)));
  }

  /** Refuses all parameters, for an address that takes none. */
  public void none(Exchange exchange) {
    QueryParameters.of(exchange);
  }

  private static int limit(QueryParameters given) {
    return (int) given.number("limit", ListPage.USUAL, ListPage.MOST);
  }

  /**
   * @throws ProblemException when one of them cannot be
   */
  private static DeadLetterFilter filter(QueryParameters given) {
    String group = given.text("group");
    if (group != null && !group.matches(DeadLetterFilter.GROUP)) {
      throw QueryParameters.refused("The parameter group is the key of a group, unchanged.");
    }
    String discarded = given.oneOf("discarded", List.of("true", "false"));
    return new DeadLetterFilter(
        given.oneOf("state", DeadLetterFilter.STATES),
        group,
        given.text("error"),
        given.text("step"),
        given.text("actor"),
        given.moment("from"),
        given.moment("to"),
        given.text("text"),
        discarded == null ? null : Boolean.valueOf(discarded));
  }
}
