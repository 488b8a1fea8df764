package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Walks through the jobs that match, a page at a time. */
final class DeadLetterPages {
  /** The largest page that the API gives. */
  private static final int PAGE = 200;

  private final OfficeClient office;
  private final Map<String, String> filter;

  /**
   * @param filter parameters of the query
   */
  DeadLetterPages(OfficeClient office, Map<String, String> filter) {
    this.office = office;
    this.filter = filter;
  }

  /**
   * Hands over page after page, until one is the last or enough.
   *
   * @param limit how many jobs at most
   * @param goesOn takes a page; false when that is enough
   */
  void forEach(long limit, Predicate<JsonNode> goesOn) {
    String after = null;
    long left = limit;
    do {
      Map<String, Object> query = new LinkedHashMap<>(filter);
      query.put("limit", Math.min(left, PAGE));
      query.put("after", after);
      JsonNode page = office.get("/v1/dead-letters", query);
      left -= page.path("jobs").size();
      after = page.path("next").isTextual() ? page.path("next").textValue() : null;
      if (!goesOn.test(page)) {
        return;
      }
    } while (after != null && left > 0);
  }
}
