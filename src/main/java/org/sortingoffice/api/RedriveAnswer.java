package org.sortingoffice.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.sortingoffice.http.Problems;

/**
 * Decides what {@code POST /v1/redrives} is answered, by the row of {@code start-redrive.sql}. Sets
 * the variable {@code redriveId} when there is a redrive to show, or leaves what a trial run found
 * as the body.
 */
public final class RedriveAnswer {
  private final ObjectMapper mapper = new ObjectMapper();

  /**
   * Looks at what became of it.
   *
   * @throws org.sortingoffice.http.ProblemException 409 or 422 when nothing was started
   */
  public void decide(@Body Map<String, Object> row, Exchange exchange) {
    RedriveRequest request = exchange.getVariable("redrive", RedriveRequest.class);
    if (row.get("started") != null) {
      exchange.setVariable("redriveId", row.get("started"));
    } else if (row.get("known") != null) {
      if (!(Boolean) row.get("same_request")) {
        throw Problems.IDEMPOTENCY_KEY_REUSED.toException();
      }
      exchange.setVariable("redriveId", row.get("known"));
      exchange.setVariable("replayed", true);
    } else if (request.dryRun()) {
      exchange.getMessage().setBody(found(row).toString());
    } else {
      throw refusal(row, request);
    }
  }

  private ObjectNode found(Map<String, Object> row) {
    ObjectNode found = mapper.createObjectNode();
    found.put("dry_run", true);
    found.put("count", (Long) row.get("jobs"));
    found.put("arrived_since", (Long) row.get("arrived_since"));
    found.put("as_of", (String) row.get("as_of"));
    found.put("redrive_id", (Long) row.get("hindrance"));
    found.putRawValue("samples", new RawValue((String) row.get("samples")));
    return found;
  }

  private static RuntimeException refusal(Map<String, Object> row, RedriveRequest request) {
    long count = (Long) row.get("jobs");
    if (row.get("hindrance") != null) {
      return Problems.REDRIVE_RUNNING
          .because(
              "Redrive %s is not over yet and has the same group, or some of these jobs. Wait for its end, or cancel it."
                  .formatted(row.get("hindrance")))
          .withMember("redrive_id", row.get("hindrance"))
          .toException();
    }
    if (count != request.expectedCount()) {
      return Problems.REDRIVE_COUNT_CHANGED
          .because(
              "The filter now means %d jobs set aside until then, not %d; %s came since. Look again and send it with the present count."
                  .formatted(count, request.expectedCount(), row.get("arrived_since")))
          .withMember("count", count)
          .withMember("arrived_since", row.get("arrived_since"))
          .toException();
    }
    throw new IllegalStateException("nothing stood in the way of this redrive: " + row);
  }
}
