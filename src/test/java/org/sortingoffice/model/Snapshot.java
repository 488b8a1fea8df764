package org.sortingoffice.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The contents of every table at one moment.
 *
 * @param rows all rows with all their columns
 * @param facts what they say
 */
record Snapshot(JsonNode rows, Facts facts) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static final String SQL =
      """
      select json_build_object(
        'jobs', (select json_agg(to_jsonb(jobs)
           || jsonb_build_object('due', run_at <= now(), 'lease_ended', lease_until < now()) order by id) from jobs),
        'tickets', (select json_agg(tickets order by number) from tickets),
        'ai_runs', (select json_agg(ai_runs order by job_id, task, id) from ai_runs),
        'ticket_embeddings', (select json_agg(ticket_embeddings order by ticket_number) from ticket_embeddings),
        'deliveries', (select json_agg(deliveries order by job_id, delivery) from deliveries),
        'provider_gate', (select json_agg(to_jsonb(provider_gate)
           || jsonb_build_object('over', until <= now(), 'probing', probe_until > now())) from provider_gate))::text
      """;

  static Snapshot read(String json) {
    try {
      JsonNode rows = JSON.readTree(json);
      return new Snapshot(rows, facts(rows));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Facts facts(JsonNode rows) {
    return new Facts(
        each(rows, "jobs", Snapshot::job),
        each(rows, "jobs", job -> ticket(rows, job)),
        each(rows, "ai_runs", Snapshot::result),
        each(rows, "deliveries", Snapshot::delivery),
        each(rows, "provider_gate", Snapshot::gate).get(0));
  }

  private static JobFacts job(JsonNode row) {
    String state = row.path("state").asText();
    return new JobFacts(
        row.path("id").asLong(),
        state,
        row.path("attempt").asInt(),
        row.path("delivery").asInt(),
        state.equals("queued") && row.path("due").asBoolean(),
        text(row, "wait_reason"),
        row.path("waits").asInt(),
        row.path("has_results").asBoolean(),
        text(row, "locked_by"),
        state.equals("running") && row.path("lease_ended").asBoolean(),
        kind(text(row, "last_error")),
        text(row, "failed_step"),
        row.path("losses").asInt(),
        text(row, "discarded_at") != null);
  }

  private static TicketFacts ticket(JsonNode rows, JsonNode job) {
    long number = job.path("ticket_number").asLong();
    JsonNode ticket = null;
    for (JsonNode row : rows.path("tickets")) {
      if (row.path("number").asLong() == number) {
        ticket = row;
      }
    }
    String embedding = null;
    for (JsonNode row : rows.path("ticket_embeddings")) {
      if (row.path("ticket_number").asLong() == number) {
        embedding = text(row, "model");
      }
    }
    return new TicketFacts(
        job.path("id").asLong(), text(ticket, "team"), text(ticket, "draft_reply"), embedding);
  }

  private static ResultFacts result(JsonNode row) {
    return new ResultFacts(
        row.path("job_id").asLong(),
        row.path("task").asText(),
        row.path("delivery").asInt(),
        row.path("output").path("text").asText());
  }

  private static DeliveryFacts delivery(JsonNode row) {
    return new DeliveryFacts(
        row.path("job_id").asLong(),
        row.path("delivery").asInt(),
        row.path("attempt").asInt(),
        row.path("worker").asText(),
        row.path("ended_at").isTextual(),
        row.path("outcome").asText(),
        text(row, "step"),
        kind(text(row, "error")),
        text(row, "wait_reason"),
        row.path("repeats").asInt());
  }

  private static GateFacts gate(JsonNode row) {
    return new GateFacts(
        text(row, "reason"),
        row.path("over").asBoolean(),
        row.path("consecutive").asInt(),
        row.path("probing").asBoolean(),
        row.path("probe_job").isNull()
            ? null
            : new Prober(row.path("probe_job").asLong(), row.path("probe_delivery").asInt()));
  }

  private static <T> List<T> each(JsonNode rows, String table, Function<JsonNode, T> reader) {
    List<T> all = new ArrayList<>();
    for (JsonNode row : rows.path(table)) {
      all.add(reader.apply(row));
    }
    return List.copyOf(all);
  }

  private static String text(JsonNode row, String column) {
    return row.path(column).isTextual() ? row.path(column).asText() : null;
  }

  private static String kind(String error) {
    return error == null ? null : error.split(":", 2)[0];
  }
}
