package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement of which one guard was removed.
 *
 * @param guard what was removed, in words
 * @param statement which statement
 * @param passage the guard as it stands there
 * @param replacement what stands there now
 * @param check what has to find it
 */
record Mutant(String guard, String statement, String passage, String replacement, Check check) {
  /** The three ways in which the statements are tried. */
  enum Check {
    LATE_WRITES("LateWritesTest"),
    EXPLORATION("JobModelTest"),
    EXPLORATION_OF_THE_GATE("JobModelTest"),
    OVERLAP("OverlapTest");

    private final String test;

    Check(String test) {
      this.test = test;
    }

    String test() {
      return test;
    }
  }

  private static final String TOKEN = " and delivery = :#${variable.job.delivery}::int";
  private static final String STATE = " and state = 'running'\n";

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    for (String statement : List.of("save-result", "finish-job", "park-job", "bury-job")) {
      all.add(
          new Mutant(
              "the job's id",
              statement,
              "id = :#${variable.job.id}::bigint and ",
              "(:#${variable.job.id}::bigint > 0) and ",
              Check.LATE_WRITES));
      all.add(
          new Mutant(
              "the delivery token",
              statement,
              TOKEN,
              " and (:#${variable.job.delivery}::int > 0)",
              Check.LATE_WRITES));
      all.add(new Mutant("the state", statement, TOKEN + STATE, TOKEN + "\n", Check.LATE_WRITES));
    }
    for (String statement : List.of("release-jobs", "renew-leases")) {
      all.add(
          new Mutant(
              "the job's id",
              statement,
              "using (id, delivery)",
              "using (delivery)",
              Check.LATE_WRITES));
      all.add(
          new Mutant(
              "the delivery token",
              statement,
              "using (id, delivery)",
              "on jobs.id = mine.id and mine.delivery > 0",
              Check.LATE_WRITES));
      all.add(
          new Mutant(
              "the state", statement, "  where jobs.state = 'running'\n", "", Check.LATE_WRITES));
    }
    all.add(
        new Mutant(
            "the renewal itself",
            "renew-leases",
            "set lease_until = now() + :#${properties:lease.seconds}::numeric * interval '1 second'",
            "set lease_until = jobs.lease_until + :#${properties:lease.seconds}::numeric * interval '0 seconds'",
            Check.EXPLORATION));
    all.addAll(ofSaves());
    all.addAll(ofClaims());
    all.addAll(ofOthers());
    return all;
  }

  private static List<Mutant> ofSaves() {
    return List.of(
        new Mutant(
            "the delivery token (found by orders of events)",
            "save-result",
            TOKEN,
            " and (:#${variable.job.delivery}::int > 0)",
            Check.EXPLORATION),
        new Mutant(
            "ON CONFLICT for results",
            "save-result",
            "  on conflict (job_id, task) where job_id is not null do nothing\n",
            "",
            Check.EXPLORATION),
        new Mutant(
            "the ticket only by who really added the result",
            "save-result",
            "  join run on run.job_id = lease.id\n  cross join result\n  where tickets.number",
            "  cross join result\n  where tickets.number",
            Check.EXPLORATION),
        new Mutant("the lock on the job", "save-result", "  for share\n", "", Check.OVERLAP));
  }

  private static List<Mutant> ofClaims() {
    String begun = " - (select count(*) from suspect)\n  for update skip locked\n";
    String due = " - (select count(*) from begun)\n  for update skip locked\n";
    String suspect = "holds_suspect then 0 else least(free, 1) end from slots)\n";
    return List.of(
        new Mutant(
            "the time at which a job is due",
            "claim-jobs",
            "not has_results and losses < 2 and run_at <= now()\n",
            "not has_results and losses < 2\n",
            Check.EXPLORATION),
        new Mutant(
            "the time at which a begun job is due",
            "claim-jobs",
            "and has_results and losses < 2 and run_at <= now()\n",
            "and has_results and losses < 2\n",
            Check.EXPLORATION),
        new Mutant(
            "the time at which a suspect is due",
            "claim-jobs",
            "and losses >= 2 and run_at <= now()\n",
            "and losses >= 2\n",
            Check.EXPLORATION),
        new Mutant(
            "SKIP LOCKED for suspects",
            "claim-jobs",
            suspect + "  for update skip locked\n",
            suspect + "  for update\n",
            Check.OVERLAP),
        new Mutant(
            "the state",
            "claim-jobs",
            "where state = 'queued' and not has_results and losses < 2 and run_at <= now()\n",
            "where state in ('queued', 'running') and not has_results and losses < 2 and run_at <= now()\n",
            Check.EXPLORATION),
        new Mutant(
            "the rise of the delivery",
            "claim-jobs",
            "delivery = delivery + 1,",
            "delivery = greatest(delivery, attempt + 1),",
            Check.EXPLORATION),
        new Mutant(
            "the gate",
            "claim-jobs",
            "select reason is null as open",
            "select true as open",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "one probe at a time",
            "claim-jobs",
            " and (probe_until is null or probe_until <= now())",
            "",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "SKIP LOCKED for fresh jobs",
            "claim-jobs",
            due,
            due.replace(" skip locked", ""),
            Check.OVERLAP),
        new Mutant(
            "FOR UPDATE SKIP LOCKED for fresh jobs",
            "claim-jobs",
            due,
            due.replace("  for update skip locked\n", ""),
            Check.OVERLAP),
        new Mutant(
            "SKIP LOCKED for begun jobs",
            "claim-jobs",
            begun,
            begun.replace(" skip locked", ""),
            Check.OVERLAP));
  }

  private static List<Mutant> ofOthers() {
    return List.of(
        new Mutant(
            "the end of the lease",
            "recover-lost-jobs",
            " and lease_until < now()",
            "",
            Check.EXPLORATION),
        new Mutant(
            "the state",
            "recover-lost-jobs",
            "state = 'running' and lease_until < now()",
            "(state <> 'running' or lease_until < now())",
            Check.EXPLORATION),
        new Mutant(
            "the last attempt",
            "recover-lost-jobs",
            "attempt >= :#${properties:job.max.attempts}::int as",
            "attempt < 0 * :#${properties:job.max.attempts}::int as",
            Check.EXPLORATION),
        new Mutant(
            "SKIP LOCKED",
            "recover-lost-jobs",
            "for update skip locked",
            "for update",
            Check.OVERLAP),
        new Mutant(
            "SKIP LOCKED and FOR UPDATE",
            "recover-lost-jobs",
            "  for update skip locked\n",
            "",
            Check.OVERLAP),
        new Mutant(
            "the state",
            "retry-job",
            " and wanted.state in ('dead_letter', 'failed')",
            "",
            Check.EXPLORATION),
        new Mutant("the lock", "retry-job", "  for update\n", "", Check.OVERLAP),
        new Mutant(
            "the lease that is no more",
            "retry-job",
            "locked_by = null, lease_until = null, ",
            "",
            Check.OVERLAP),
        new Mutant(
            "the state",
            "cancel-job",
            " and wanted.state in ('queued', 'running')",
            "",
            Check.EXPLORATION),
        new Mutant("the lock", "cancel-job", "  for update\n", "", Check.OVERLAP),
        new Mutant(
            "the state",
            "bury-old-jobs",
            "where state = 'queued' and queued_since",
            "where finished_at is null and queued_since",
            Check.OVERLAP),
        new Mutant("SKIP LOCKED", "bury-old-jobs", "  for update skip locked\n", "", Check.OVERLAP),
        new Mutant(
            "the weaker reason never replaces the stronger",
            "close-gate",
            "(provider_gate.reason is null\n    or closing.probe",
            "(provider_gate.reason is not null or provider_gate.reason is null\n    or closing.probe",
            Check.EXPLORATION_OF_THE_GATE));
  }

  Statements statements() {
    Statements real = Statements.real();
    return real.with(real.get(statement).changed(passage, replacement));
  }

  @Override
  public String toString() {
    return statement + " without " + guard;
  }
}
