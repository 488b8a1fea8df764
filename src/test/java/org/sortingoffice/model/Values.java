package org.sortingoffice.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of the parameters of our statements, as the routes would give them. */
final class Values {
  /** Few, so that a search comes to the last attempt soon. */
  static final int MAX_ATTEMPTS = 3;

  private static final String AN_HOUR_IN_SECONDS = "3600";
  private static final long AN_HOUR_IN_MILLIS = 3_600_000;

  private Values() {}

  /**
   * The settings: everything that lasts lasts an hour, so that it ends only when a test says so.
   */
  static Map<String, Object> settings() {
    Map<String, Object> values = new HashMap<>();
    values.put("properties:lease.seconds", AN_HOUR_IN_SECONDS);
    values.put("properties:provider.timeout.millis", String.valueOf(AN_HOUR_IN_MILLIS));
    values.put("properties:job.max.attempts", String.valueOf(MAX_ATTEMPTS));
    values.put("properties:job.max.age.seconds", "86400");
    // A random part of three years is never over by chance.
    values.put("properties:retry.base.seconds", "100000000");
    values.put("properties:retry.cap.seconds", "100000000");
    for (String end : List.of("succeeded", "failed", "dead.letter", "cancelled", "discarded")) {
      values.put("properties:outbox." + end, "");
    }
    return values;
  }

  static Map<String, Object> of(Token token) {
    Map<String, Object> values = settings();
    values.put("variable.job.id", token.job());
    values.put("variable.job.delivery", token.delivery());
    values.put("variable.job.attempt", token.attempt());
    values.put("variable.job.probe", token.probe());
    values.put("variable.job.worker", token.worker());
    return values;
  }

  /** Of several jobs at once. */
  static Map<String, Object> of(List<Token> tokens) {
    Map<String, Object> values = settings();
    values.put("body.ids", tokens.stream().map(Token::job).toArray(Long[]::new));
    values.put("body.deliveries", tokens.stream().map(Token::delivery).toArray(Integer[]::new));
    return values;
  }

  /**
   * Of a claim that reads from the front of the queue.
   *
   * @param turn whose turn it is, of two slots: 0 is light's, 1 is bulk's
   */
  static Map<String, Object> claim(String worker, int free, boolean holdsSuspect, int turn) {
    Map<String, Object> values = settings();
    values.put("bean:heldJobs?method=ask", free);
    values.put("bean:heldJobs?method=holdsSuspect", holdsSuspect);
    values.put("bean:providerGate?method=hasFallback", false);
    values.put("bean:workerName?method=name", worker);
    for (String mark : List.of("lightMark", "bulkMark")) {
      values.put("bean:" + mark + "?method=runAt", "-infinity");
      values.put("bean:" + mark + "?method=id", 0L);
    }
    values.put("bean:lanes?method=turn", turn);
    values.put("properties:claim.bulk.every", "2");
    return values;
  }

  static Map<String, Object> job(long id) {
    Map<String, Object> values = settings();
    values.put("variable.jobId", id);
    values.put("variable.operator", "model");
    values.put("variable.reason", null);
    return values;
  }

  /**
   * A result whose text tells which delivery wrote it.
   *
   * @param note what else the text says
   */
  static Map<String, Object> result(Token token, String step, String note) {
    String text = resultText(token, step) + note;
    Map<String, Object> values = of(token);
    values.put("variable.step", step);
    values.put("body.output", "{\"text\": \"" + text + "\"}");
    values.put("body.model", text);
    values.put("body.promptTokens", 1);
    values.put("body.completionTokens", 1);
    values.put("body.costUsd", new java.math.BigDecimal("0.00003"));
    values.put("body.team", step.equals("classify") ? text : null);
    values.put("body.priority", step.equals("classify") ? 1 : null);
    values.put("body.draftReply", step.equals("draft_reply") ? text : null);
    values.put("body.vector", step.equals("embed") ? new byte[] {0, 0, (byte) 0x80, 0x3f} : null);
    return values;
  }

  static String resultText(Token token, String step) {
    return step + " by delivery " + token.delivery();
  }

  static Map<String, Object> park(Token token, Wait wait) {
    Map<String, Object> values = of(token);
    values.put("body.spendsAttempt", wait.spendsAttempt());
    values.put("body.waitMillis", AN_HOUR_IN_MILLIS);
    values.put("body.waitReason", wait.reason());
    values.put("body.outcome", wait.outcome());
    values.put("body.step", "classify");
    values.put("body.status", wait.status());
    values.put("body.error", wait.error() + ": as the model says");
    values.put("body.hint", null);
    return values;
  }

  static Map<String, Object> bury(Token token, String outcome) {
    Map<String, Object> values = of(token);
    values.put("body.outcome", outcome);
    values.put("body.step", "classify");
    values.put("body.status", 400);
    values.put("body.error", "Buried: as the model says");
    return values;
  }

  static Map<String, Object> closing(String reason, Prober probe) {
    Map<String, Object> values = settings();
    values.put("body.provider", "default");
    values.put("body.reason", reason);
    values.put("body.baseMillis", AN_HOUR_IN_MILLIS);
    values.put("body.capMillis", AN_HOUR_IN_MILLIS);
    values.put("body.atLeastMillis", 0L);
    values.put("body.hint", null);
    values.put("body.told", "as the model says");
    values.put("body.job", probe == null ? null : probe.job());
    values.put("body.delivery", probe == null ? null : probe.delivery());
    return values;
  }

  static Map<String, Object> ticket(String key) {
    Map<String, Object> values = settings();
    values.put("variable.request.actor", "customer:model");
    values.put("variable.idempotencyKey", key);
    values.put("variable.request.fingerprint", "v1:" + key);
    values.put("variable.request.customerId", "C-1");
    values.put("variable.request.subject", "subject");
    values.put("variable.request.body", "body");
    values.put("variable.request.metadataJson", null);
    values.put("variable.request.traceparent", null);
    values.put("variable.earlierJob", 0L);
    return values;
  }
}
