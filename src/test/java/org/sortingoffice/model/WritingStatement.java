package org.sortingoffice.model;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is known of a statement that writes: a new one has to be entered here, and thereby somebody
 * has to think about what guards it.
 *
 * @param tables which tables it writes
 * @param guards what must stand in the conditions under which it touches a job
 * @param byWorker whether it writes in the name of a job that a worker holds
 */
record WritingStatement(Set<String> tables, List<Pattern> guards, boolean byWorker) {
  /** Everything that the fence needs: the job, the delivery and that it is still running. */
  private static final List<Pattern> FENCE =
      patterns(
          "(^|[( ]|jobs\\.)id = |= jobs\\.id",
          "(^|[( ]|jobs\\.)delivery = |= jobs\\.delivery",
          "state = 'running'::text");

  static final Map<String, WritingStatement> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("save-result", worker("ai_runs", "tickets", "ticket_embeddings")),
              Map.entry("finish-job", worker("jobs", "deliveries", "provider_gate", "outbox")),
              Map.entry("park-job", worker("jobs", "deliveries", "provider_gate")),
              Map.entry("bury-job", worker("jobs", "deliveries", "provider_gate", "outbox")),
              Map.entry("release-jobs", worker("jobs", "deliveries", "provider_gate")),
              Map.entry("renew-leases", worker("jobs")),
              // These have guards of their own: the state, and the lease.
              Map.entry(
                  "claim-jobs",
                  new WritingStatement(
                      Set.of("jobs", "provider_gate"),
                      literally("state = 'queued'::text", "run_at <= now()"),
                      false)),
              Map.entry(
                  "recover-lost-jobs",
                  new WritingStatement(
                      Set.of("jobs", "deliveries", "provider_gate", "outbox"),
                      literally("state = 'running'::text", "lease_until < now()"),
                      false)),
              Map.entry(
                  "bury-old-jobs",
                  new WritingStatement(
                      Set.of("jobs", "outbox"),
                      literally("state = 'queued'::text", "queued_since < "),
                      false)),
              Map.entry(
                  "redrive-jobs",
                  new WritingStatement(
                      Set.of("jobs", "redrives", "redrive_items", "audit"),
                      literally(
                          "id = ",
                          "chosen.state = ANY ('{dead_letter,failed}'::text[])",
                          "redrives.state = 'running'::text",
                          "state = 'pending'::text"),
                      false)),
              Map.entry(
                  "discard-job",
                  new WritingStatement(
                      Set.of("jobs", "audit", "outbox"),
                      literally(
                          "id = ",
                          "wanted.state = ANY ('{dead_letter,failed}'::text[])",
                          "wanted.discarded_at IS NULL"),
                      false)),
              Map.entry(
                  "pause-redrive",
                  new WritingStatement(
                      Set.of("redrives", "audit"),
                      literally("id = ", "wanted.state = 'running'::text"),
                      false)),
              Map.entry(
                  "resume-redrive",
                  new WritingStatement(
                      Set.of("redrives", "audit"),
                      literally("id = ", "wanted.state = 'paused'::text"),
                      false)),
              Map.entry(
                  "cancel-redrive",
                  new WritingStatement(
                      Set.of("redrives", "redrive_items", "audit"),
                      literally(
                          "id = ",
                          "wanted.state = ANY ('{running,paused}'::text[])",
                          "redrive_items.state = 'pending'::text"),
                      false)),
              Map.entry(
                  "cancel-job",
                  new WritingStatement(
                      Set.of("jobs", "deliveries", "audit", "provider_gate", "outbox"),
                      literally("id = ", "wanted.state = ANY ('{queued,running}'::text[])"),
                      false)),
              // These only add new jobs.
              Map.entry("accept-ticket", adding("jobs", "tickets")),
              Map.entry("load-tickets", adding("jobs", "tickets")),
              Map.entry("load-dead-letters", adding("jobs", "tickets", "deliveries", "ai_runs")),
              // This deletes what ended long ago.
              Map.entry(
                  "delete-old-jobs",
                  new WritingStatement(
                      Set.of("jobs", "tickets", "ai_runs", "deliveries"),
                      literally(
                          "state = ANY ('{succeeded,cancelled}'::text[])",
                          "state = ANY ('{failed,dead_letter}'::text[])",
                          "finished_at < "),
                      false)),
              // And this deletes all, on a person's word.
              Map.entry(
                  "empty-tickets",
                  adding(
                      "jobs",
                      "tickets",
                      "ai_runs",
                      "deliveries",
                      "ticket_embeddings",
                      "job_notes",
                      "redrives",
                      "redrive_items",
                      "provider_spending",
                      "provider_spending_mark")),
              Map.entry("empty-outbox", adding("outbox")),
              // Events have guards of their own: the state, and the fencing token.
              Map.entry(
                  "claim-events",
                  new WritingStatement(
                      Set.of("outbox"),
                      literally("state = 'waiting'::text", "due_at <= now()", "channel = "),
                      false)),
              Map.entry("finish-events", sender()),
              Map.entry("park-events", sender()),
              Map.entry("bury-events", sender()),
              Map.entry(
                  "retry-webhook",
                  new WritingStatement(
                      Set.of("outbox", "audit"),
                      literally("id = ", "wanted.state = 'dead_letter'::text"),
                      false)),
              Map.entry(
                  "retry-webhooks",
                  new WritingStatement(
                      Set.of("outbox", "audit"), literally("state = 'dead_letter'::text"), false)),
              Map.entry(
                  "delete-old-events",
                  new WritingStatement(
                      Set.of("outbox"),
                      literally("state = 'delivered'::text", "ended_at < "),
                      false)),
              Map.entry(
                  "watch-spending",
                  adding("provider_gate", "provider_spending", "provider_spending_mark")),
              // What people do beside the jobs.
              Map.entry("note-job", adding("job_notes", "audit")),
              Map.entry("start-redrive", adding("redrives", "redrive_items", "audit")),
              // Keys and sessions have nothing to do with jobs.
              Map.entry("audit-denial", adding("audit")),
              Map.entry("create-api-key", adding("api_keys", "audit")),
              Map.entry("revoke-api-key", adding("api_keys", "audit", "console_sessions")),
              Map.entry("note-key-use", adding("api_keys")),
              Map.entry("open-session", adding("audit", "console_sessions")),
              Map.entry("close-session", adding("console_sessions")),
              Map.entry("close-gate", adding("provider_gate")),
              Map.entry("keep-gate", adding("provider_gate")),
              Map.entry("open-gate", adding("provider_gate"))));

  /**
   * Those of its guards that the plan lacks. The fence of a worker has to stand together, where one
   * row of {@code jobs} is read.
   */
  List<Pattern> missing(Plan plan) {
    return byWorker
        ? plan.conditionsOnJobs().stream()
            .map(condition -> missing(List.of(condition)))
            .min(Comparator.comparingInt(List::size))
            .orElse(guards)
        : missing(plan.conditions());
  }

  private List<Pattern> missing(List<String> conditions) {
    return guards.stream()
        .filter(
            guard -> conditions.stream().noneMatch(condition -> guard.matcher(condition).find()))
        .toList();
  }

  private static List<Pattern> patterns(String... conditions) {
    return Stream.of(conditions).map(Pattern::compile).toList();
  }

  private static List<Pattern> literally(String... conditions) {
    return Stream.of(conditions).map(each -> Pattern.compile(Pattern.quote(each))).toList();
  }

  static List<String> ofWorkers() {
    return ALL.entrySet().stream()
        .filter(statement -> statement.getValue().byWorker())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static WritingStatement worker(String... tables) {
    return new WritingStatement(Set.of(tables), FENCE, true);
  }

  /** It writes in the name of an event that a sender holds. */
  private static WritingStatement sender() {
    return new WritingStatement(
        Set.of("outbox"),
        patterns(
            "outbox\\.id = |= outbox\\.id",
            "outbox\\.delivery = |= outbox\\.delivery",
            "state = 'waiting'::text"),
        false);
  }

  private static WritingStatement adding(String... tables) {
    return new WritingStatement(Set.of(tables), List.of(), false);
  }
}
