package org.sortingoffice.webhooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.temporal.ChronoUnit;
import org.apache.camel.Variable;
import org.sortingoffice.outbox.ClaimedEvent;

/**
 * Writes the body of a webhook, as {@code webhooks:} in docs/api/openapi.yaml describes it: what
 * happened to which job, and where to ask for more. What the customer wrote and what was drafted is
 * not in it.
 */
public final class WebhookBody {
  private final ObjectMapper json = new ObjectMapper();

  /** The bytes that are signed and sent. The same event gives the same bytes. */
  public byte[] write(@Variable("event") ClaimedEvent event) throws JsonProcessingException {
    ObjectNode body = json.createObjectNode();
    body.put("type", event.kind());
    body.put("timestamp", event.occurredAt().truncatedTo(ChronoUnit.MILLIS).toString());
    ObjectNode data = body.putObject("data");
    data.put("event_id", event.eventId());
    data.put("job_id", event.jobId());
    data.put("ticket_id", event.ticketId());
    data.put("team", event.team());
    data.put("priority", event.priority());
    data.put("error", event.jobError());
    ObjectNode links = data.putObject("links");
    links.put("job", "/v1/jobs/" + event.jobId());
    links.put("ticket", "/v1/tickets/" + event.ticketId());
    return json.writeValueAsBytes(body);
  }
}
