package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement of which one guard was removed.
 *
 * @param guard what was removed, in words
 * @param statement which statement
 * @param changes where it stands, once or twice
 * @param check what has to find it
 */
record Mutant(String guard, String statement, List<Change> changes, Check check) {
  /**
   * @param passage a guard as it stands in the statement
   * @param replacement what stands there now
   */
  record Change(String passage, String replacement) {}

  Mutant(String guard, String statement, String passage, String replacement, Check check) {
    this(guard, statement, List.of(new Change(passage, replacement)), check);
  }

  /** The ways in which the statements are tried. */
  enum Check {
    LATE_WRITES("LateWritesTest"),
    EXPLORATION("JobModelTest"),
    EXPLORATION_OF_THE_GATE("JobModelTest"),
    EXPLORATION_OF_SUSPECTS("JobModelTest"),
    EXPLORATION_OF_PROBES("JobModelTest"),
    BATCHES("BatchesTest"),
    ACCEPTANCES("BatchesTest"),
    OVERLAP("OverlapTest"),
    MARKS("ClaimFromMarkTest"),
    LANES("ClaimFromLanesTest"),
    PLAN("WritingStatementsTest");

    private final String test;

    Check(String test) {
      this.test = test;
    }

    String test() {
      return test;
    }
  }

  /** The fence of a statement for many rows stands twice: where it locks, and where it joins. */
  private static final String LEASE =
      "where id = any (array(select job_id from given))\n"
          + "    and ((id, delivery) in (select job_id, delivery from given)) is true and state = 'running'\n";

  private static final String JOB_OF_HELD = "lease.id = given.job_id and ";
  private static final String TOKEN_OF_HELD = " and lease.delivery = given.delivery\n";
  private static final String LOCK = "  order by id\n  for no key update\n";

  private static final List<Change> WITHOUT_JOB =
      List.of(
          new Change(
              LEASE, "where delivery in (select delivery from given) and state = 'running'\n"),
          new Change(JOB_OF_HELD, ""));
  private static final List<Change> WITHOUT_TOKEN =
      List.of(
          new Change(LEASE, "where id in (select job_id from given) and state = 'running'\n"),
          new Change(TOKEN_OF_HELD, "\n"));

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    for (String statement : List.of("save-result", "finish-job", "park-job", "bury-job")) {
      all.addAll(ofWorkers(statement));
    }
    for (String statement : List.of("finish-job", "park-job", "bury-job")) {
      all.addAll(ofEnds(statement));
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
    all.addAll(ofParks());
    all.addAll(ofFinishes());
    all.addAll(ofAcceptances());
    all.addAll(ofClaims());
    all.addAll(ofMarks());
    all.addAll(ofLanes());
    all.addAll(ofOthers());
    return all;
  }

  private static List<Mutant> ofWorkers(String statement) {
    return List.of(
        new Mutant("the job's id", statement, WITHOUT_JOB, Check.LATE_WRITES),
        new Mutant("the delivery token", statement, WITHOUT_TOKEN, Check.LATE_WRITES),
        new Mutant(
            "the state",
            statement,
            LEASE,
            LEASE.replace(" and state = 'running'", ""),
            Check.LATE_WRITES),
        new Mutant("the job's id beside another row", statement, JOB_OF_HELD, "", Check.BATCHES),
        new Mutant(
            "the delivery token beside the holder's row",
            statement,
            TOKEN_OF_HELD,
            "\n",
            Check.BATCHES),
        new Mutant(
            "the job's id, where it only locks",
            statement,
            List.of(WITHOUT_JOB.get(0)),
            Check.PLAN),
        new Mutant(
            "the delivery token, where it only locks",
            statement,
            List.of(WITHOUT_TOKEN.get(0)),
            Check.PLAN),
        new Mutant("the lock on the job", statement, LOCK, "", Check.OVERLAP));
  }

  private static List<Mutant> ofEnds(String statement) {
    String first = "  order by given.job_id, given.ordinality\n";
    return List.of(
        new Mutant(
            "one end of a delivery in a batch",
            statement,
            "select distinct on (given.job_id) given.*",
            "select given.*",
            Check.BATCHES),
        new Mutant(
            "the first of two ends in a batch",
            statement,
            first,
            first.replace("ordinality", "ordinality desc"),
            Check.BATCHES));
  }

  private static List<Mutant> ofSaves() {
    String first = "  order by job_id, task, ordinality\n";
    String last = first.replace("ordinality", "ordinality desc");
    String onConflict = "  on conflict (job_id, task) where job_id is not null do nothing\n";
    String once = "select distinct on (job_id, task) *";
    String added = "((job_id, task) in (select job_id, task from run)) is true";
    return List.of(
        new Mutant(
            "the delivery token (found by orders of events)",
            "save-result",
            WITHOUT_TOKEN,
            Check.EXPLORATION),
        new Mutant("ON CONFLICT for results", "save-result", onConflict, "", Check.EXPLORATION),
        new Mutant(
            "the ticket only by who really added the result",
            "save-result",
            added,
            "true",
            Check.EXPLORATION),
        new Mutant(
            "the ticket only by who really added the result, not by another step's",
            "save-result",
            added,
            "job_id in (select job_id from run)",
            Check.BATCHES),
        new Mutant(
            "the ticket only by who really added the result, not by another job's",
            "save-result",
            added,
            "task in (select task from run)",
            Check.BATCHES),
        new Mutant(
            "one result of a step in a batch", "save-result", once, "select *", Check.BATCHES),
        new Mutant(
            "the first of two results in a batch", "save-result", first, last, Check.BATCHES),
        new Mutant(
            "two steps of a ticket in a batch put together",
            "save-result",
            "  from effect\n",
            "  from (select * from added join given using (ordinality)) as effect\n",
            Check.BATCHES),
        new Mutant(
            "the answer for the row itself",
            "save-result",
            "(ordinality in (select ordinality from added)) is true as saved",
            "exists (select from added) as saved",
            Check.BATCHES));
  }

  private static List<Mutant> ofParks() {
    return List.of(
        new Mutant(
            "waits folded only within an attempt",
            "park-job",
            " and deliveries.attempt = parked.attempt\n",
            "\n",
            Check.BATCHES),
        new Mutant(
            "waits folded only of one kind",
            "park-job",
            "    and deliveries.wait_reason = parked.wait_reason",
            "    and true",
            Check.BATCHES),
        new Mutant(
            "waits folded only with the delivery before",
            "park-job",
            "deliveries.delivery = parked.delivery - 1",
            "deliveries.delivery < parked.delivery",
            Check.EXPLORATION),
        new Mutant(
            "waits folded only of one job",
            "park-job",
            "deliveries.job_id = parked.job_id and ",
            "",
            Check.BATCHES),
        new Mutant(
            "the history of a job beside one that is folded",
            "park-job",
            "where job_id not in (select job_id from folded)",
            "where not exists (select from folded)",
            Check.BATCHES),
        new Mutant(
            "the losses reset",
            "park-job",
            "waiting_since = now(), losses = 0,",
            "waiting_since = now(),",
            Check.EXPLORATION),
        new Mutant(
            "the slot of a probe",
            "park-job",
            "  where probe_job = parked.job_id",
            "  where false and probe_job = parked.job_id",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "the slot freed only by its own probe's job",
            "park-job",
            "probe_job = parked.job_id and ",
            "",
            Check.BATCHES));
  }

  private static List<Mutant> ofFinishes() {
    return List.of(
        new Mutant(
            "the losses reset",
            "finish-job",
            "waits = 0, losses = 0,",
            "waits = 0,",
            Check.EXPLORATION),
        new Mutant(
            "the slot of a probe",
            "finish-job",
            "  where done.probe and probe_job",
            "  where false and probe_job",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "the slot freed only by its own probe's job",
            "finish-job",
            "probe_job = done.id and ",
            "",
            Check.BATCHES));
  }

  private static List<Mutant> ofAcceptances() {
    String noTwin = "case when idempotency_key is null then ordinality end";
    return List.of(
        new Mutant(
            "the actor of a known key",
            "accept-ticket",
            "where actor = given.actor and ",
            "where ",
            Check.ACCEPTANCES),
        new Mutant(
            "the actor of a key in a batch",
            "accept-ticket",
            List.of(
                new Change("select distinct on (actor, ", "select distinct on ("),
                new Change(
                    "  order by actor, idempotency_key, " + noTwin,
                    "  order by idempotency_key, " + noTwin),
                new Change("given.actor = numbered.actor and ", "")),
            Check.ACCEPTANCES),
        new Mutant(
            "what keeps requests without a key apart",
            "accept-ticket",
            List.of(new Change(", " + noTwin, "")),
            Check.ACCEPTANCES),
        new Mutant(
            "the first of twins in a batch",
            "accept-ticket",
            noTwin + ", ordinality\n",
            noTwin + ", ordinality desc\n",
            Check.ACCEPTANCES),
        new Mutant(
            "the answer to the twin of a new one",
            "accept-ticket",
            "  and given.ordinality <> numbered.ordinality",
            "  and false",
            Check.ACCEPTANCES),
        new Mutant(
            "one answer to a new one",
            "accept-ticket",
            "  and given.ordinality <> numbered.ordinality",
            "",
            Check.ACCEPTANCES),
        new Mutant(
            "ON CONFLICT for keys",
            "accept-ticket",
            "  on conflict (actor, idempotency_key) where idempotency_key is not null do nothing\n",
            "",
            Check.OVERLAP));
  }

  private static List<Mutant> ofMarks() {
    List<Mutant> all = new ArrayList<>();
    for (String lane : List.of("light", "bulk")) {
      String place = "((select run_at from %1$s_mark), (select id from %1$s_mark))".formatted(lane);
      all.add(
          new Mutant(
              "what became due within two seconds before the mark, " + lane,
              "claim-jobs",
              "least(:#${bean:%sMark?method=runAt}::timestamptz, now() - interval '2 seconds')"
                  .formatted(lane),
              ":#${bean:%sMark?method=runAt}::timestamptz".formatted(lane),
              Check.MARKS));
      String soFar = place.replace("_mark", "_so_far");
      List<Change> changes = new ArrayList<>();
      changes.add(
          new Change(
              "(run_at, id) > " + place, "run_at > (select run_at from %s_mark)".formatted(lane)));
      if (lane.equals("bulk")) {
        // What the share of the lane passes over would be taken with the rest.
        changes.add(
            new Change("(run_at, id) > " + soFar, "run_at > (select run_at from bulk_so_far)"));
      }
      all.add(
          new Mutant(
              "the jobs that are due at the very time of the mark, " + lane,
              "claim-jobs",
              changes,
              Check.MARKS));
      all.add(
          new Mutant(
              "the mark, " + lane,
              "claim-jobs",
              "    and (run_at, id) > " + place + "\n",
              "",
              Check.MARKS));
      all.add(
          new Mutant(
              "how far the claim came, " + lane,
              "claim-jobs",
              lane.equals("light")
                  ? "(select run_at, id from light order by run_at desc, id desc limit 1)"
                  : "(select run_at, id from bulk_share union all select run_at, id from bulk_rest)",
              lane.equals("light")
                  ? "(select run_at, id from jobs order by run_at desc, id desc limit 1)"
                  : "(select run_at, id from jobs)",
              Check.MARKS));
    }
    return all;
  }

  private static List<Mutant> ofLanes() {
    String bulk = "where state = 'queued' and not has_results and losses < 2 and bulk ";
    return List.of(
        new Mutant(
            "the share of the bulk lane",
            "claim-jobs",
            "(rest + turn) / every as bulk",
            "0 as bulk",
            Check.LANES),
        new Mutant(
            "the turn",
            "claim-jobs",
            "(rest + turn) / every as bulk",
            "rest / every as bulk",
            Check.LANES),
        new Mutant(
            "how far the turn came",
            "claim-jobs",
            "(select count(*) from bulk_rest)) % every",
            "0) % every",
            Check.LANES),
        new Mutant(
            "what begun jobs leave for the shares",
            "claim-jobs",
            " - (select count(*) from begun) as rest",
            " as rest",
            Check.LANES),
        new Mutant(
            "what the bulk lane leaves of its share",
            "claim-jobs",
            "(select rest from shares) - (select count(*) from bulk_share)\n",
            "(select rest - bulk from shares)\n",
            Check.LANES),
        new Mutant(
            "what the light lane leaves",
            "claim-jobs",
            "(select rest from shares) - (select count(*) from bulk_share) - (select count(*) from light)",
            "0",
            Check.LANES),
        new Mutant(
            "the place where the share of the bulk lane ended",
            "claim-jobs",
            "((select run_at from bulk_so_far), (select id from bulk_so_far))",
            "((select run_at from bulk_mark), (select id from bulk_mark))",
            Check.LANES),
        new Mutant(
            "the time at which a bulk job is due",
            "claim-jobs",
            bulk + "and run_at <= now()\n",
            bulk + "\n",
            Check.LANES),
        new Mutant(
            "the state of a bulk job",
            "claim-jobs",
            bulk,
            bulk.replace("= 'queued'", "in ('queued', 'running')"),
            Check.LANES));
  }

  private static List<Mutant> ofClaims() {
    String begun = " - (select count(*) from suspect)\n  for update skip locked\n";
    String due =
        "limit (select rest from shares) - (select count(*) from bulk_share)\n  for update skip locked\n";
    String bulkShare = "limit (select bulk from shares)\n  for update skip locked\n";
    String bulkRest = " - (select count(*) from light)\n  for update skip locked\n";
    String suspect = "holds_suspect or half_open then 0 else least(free, 1) end from slots)\n";
    return List.of(
        new Mutant(
            "the time at which a job is due",
            "claim-jobs",
            "not has_results and losses < 2 and not bulk and run_at <= now()\n",
            "not has_results and losses < 2 and not bulk\n",
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
            "where state = 'queued' and not has_results and losses < 2 and not bulk and run_at <= now()\n",
            "where state in ('queued', 'running') and not has_results and losses < 2 and not bulk"
                + " and run_at <= now()\n",
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
            "min(provider) filter (where reason is null) as open",
            "min(provider) as open",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "one probe at a time",
            "claim-jobs",
            " and (probe_until is null or probe_until <= now())",
            "",
            Check.OVERLAP),
        new Mutant(
            "one probe at a time, of two that claim at once",
            "claim-jobs",
            "    and until <= now() and (probe_until is null or probe_until <= now())\n  returning",
            "    and until <= now()\n  returning",
            Check.OVERLAP),
        new Mutant(
            "which delivery is the probe",
            "claim-jobs",
            "probe_delivery = looking.delivery + 1",
            "probe_delivery = looking.delivery",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "one suspect at a time",
            "claim-jobs",
            "case when holds_suspect or half_open then 0 else least(free, 1) end",
            "case when half_open then 0 else least(free, 1) end",
            Check.EXPLORATION_OF_SUSPECTS),
        new Mutant(
            "one suspect at a claim",
            "claim-jobs",
            "case when holds_suspect or half_open then 0 else least(free, 1) end",
            "case when holds_suspect or half_open then 0 else free end",
            Check.EXPLORATION_OF_SUSPECTS),
        new Mutant(
            "a suspect is the last to probe",
            "claim-jobs",
            "holds_suspect or half_open then 0",
            "holds_suspect then 0",
            Check.EXPLORATION_OF_PROBES),
        new Mutant(
            "a suspect probes when nothing else is due",
            "claim-jobs",
            "case when half_open and not holds_suspect then",
            "case when false then",
            Check.EXPLORATION_OF_PROBES),
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
            "SKIP LOCKED for the share of the bulk lane",
            "claim-jobs",
            bulkShare,
            bulkShare.replace(" skip locked", ""),
            Check.OVERLAP),
        new Mutant(
            "SKIP LOCKED for the other bulk jobs",
            "claim-jobs",
            bulkRest,
            bulkRest.replace(" skip locked", ""),
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
            "the slot of a probe",
            "recover-lost-jobs",
            "  where probe_job = taken_back.id",
            "  where false and probe_job = taken_back.id",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "the state",
            "redrive-jobs",
            " and chosen.state in ('dead_letter', 'failed')",
            "",
            Check.EXPLORATION),
        new Mutant("the lock", "redrive-jobs", "  for update\n", "", Check.OVERLAP),
        new Mutant(
            "the lease that is no more",
            "redrive-jobs",
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
            "the discard that is no more",
            "cancel-job",
            "discarded_at = null, discarded_by = null, discard_reason = null",
            "waits = jobs.waits",
            Check.OVERLAP),
        new Mutant(
            "the state",
            "discard-job",
            " and wanted.state in ('dead_letter', 'failed')",
            "",
            Check.OVERLAP),
        new Mutant(
            "the first of two",
            "discard-job",
            " and wanted.discarded_at is null",
            "",
            Check.OVERLAP),
        new Mutant("the lock", "discard-job", "  for update\n", "", Check.OVERLAP),
        new Mutant(
            "the end that came meanwhile",
            "discard-job",
            "state = wanted.state, finished_at = wanted.finished_at, ",
            "",
            Check.OVERLAP),
        new Mutant(
            "the lease that is no more",
            "discard-job",
            "locked_by = null, lease_until = null, ",
            "",
            Check.OVERLAP),
        new Mutant(
            "the wait that is no more", "discard-job", "wait_reason = null,", "", Check.OVERLAP),
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
            "(provider_gate.reason is null\n    or provider_gate.probe_job",
            "(provider_gate.reason is not null or provider_gate.reason is null\n    or provider_gate.probe_job",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "only the probe's word closes a closed gate again",
            "close-gate",
            "provider_gate.probe_job = closing.job and provider_gate.probe_delivery = closing.delivery",
            "closing.job is not null",
            Check.OVERLAP),
        new Mutant(
            "the place of a probe that is under way when another job closes the gate",
            "close-gate",
            "      where provider_gate.reason is not null\n",
            "      where false\n",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "only the probe's word opens the gate: its delivery",
            "open-gate",
            " and probe_delivery = :#${variable.job.delivery}::int",
            " and :#${variable.job.delivery}::int is not null",
            Check.OVERLAP),
        new Mutant(
            "only the probe's word opens the gate: its job",
            "open-gate",
            "probe_job = :#${variable.job.id}::bigint",
            ":#${variable.job.id}::bigint is not null",
            Check.OVERLAP),
        new Mutant(
            "the slot of a probe",
            "bury-job",
            "  where probe_job = buried.job_id",
            "  where false and probe_job = buried.job_id",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "the slot freed only by its own probe's job",
            "bury-job",
            "probe_job = buried.job_id and ",
            "",
            Check.BATCHES),
        new Mutant(
            "the losses reset",
            "bury-job",
            "waits = 0, losses = 0, last_error",
            "waits = 0, last_error",
            Check.EXPLORATION),
        new Mutant(
            "the slot of a probe",
            "release-jobs",
            "  where probe_job = released.id",
            "  where false and probe_job = released.id",
            Check.EXPLORATION_OF_THE_GATE),
        new Mutant(
            "the slot of a probe",
            "cancel-job",
            "wanted.delivery then null else",
            "wanted.delivery then probe_until else",
            Check.OVERLAP));
  }

  Statements statements() {
    Statements real = Statements.real();
    SqlStatement mutant = real.get(statement);
    for (Change change : changes) {
      mutant = mutant.changed(change.passage(), change.replacement());
    }
    return real.with(mutant);
  }

  @Override
  public String toString() {
    return statement + " without " + guard;
  }
}
