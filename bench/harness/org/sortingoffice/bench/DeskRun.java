package org.sortingoffice.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The dead letter desk on a large database: how long each of its addresses takes to answer, and
 * what a redrive of many jobs does to intake. Exits with 1 when an answer takes too long or the
 * redrive adds dead letters. {@code bench/desk --done 5000000 --dead 100000 --redrive 10000 --rate
 * 100}; with {@code --fill 0} on the database of the run before.
 */
public final class DeskRun {
  private static final String NAME = "desk";
  private static final int CALLS = 50;
  private static final int WITH_HISTORY = 200_000;
  private static final int WARM_UP = 5;
  private static final double LIMIT_MILLIS = 300;
  private static final int TICKETS = 400;
  private static final Duration BETWEEN_TICKETS = Duration.ofMillis(50);
  private static final Pattern MEMBER =
      Pattern.compile("\"(key|as_of|next|count)\"\\s*:\\s*\"?([^\",}]+)");

  private final Map<String, Integer> options;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private boolean good = true;
  private URI api;

  private DeskRun(Map<String, Integer> options) {
    this.options = options;
  }

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    Map<String, Integer> options = new HashMap<>();
    options.put("--done", 5_000_000);
    options.put("--dead", 100_000);
    options.put("--redrive", 10_000);
    options.put("--rate", 100);
    options.put("--fill", 1);
    for (int i = 0; i < arguments.length; i += 2) {
      if (!options.containsKey(arguments[i]) || i + 1 == arguments.length) {
        System.err.println("The options are " + options.keySet() + ", each with a number.");
        System.exit(2);
      }
      options.put(arguments[i], Integer.valueOf(arguments[i + 1]));
    }
    System.exit(new DeskRun(options).run() ? 0 : 1);
  }

  private boolean run() throws IOException, InterruptedException, SQLException {
    Path folder = Path.of("bench/target/desk");
    Files.createDirectories(folder);
    try (Database database = Database.start(folder.resolve("database"))) {
      if (options.get("--fill") != 0) {
        fill(database);
      }
      int port = Bench.freePort();
      api = URI.create("http://127.0.0.1:" + port);
      Bench bench = new Bench(database, folder, Path.of("routes"), List.of("-Xmx512m"), Map.of());
      try (Office office =
          bench.office(
              "desk",
              NAME,
              "api,console,worker,housekeeping",
              Map.of(
                  "HTTP_PORT",
                  String.valueOf(port),
                  "SIMULATOR_PORT",
                  String.valueOf(Bench.freePort())))) {
        office.awaitOpen();
        answers(database);
        redrive(database);
      }
    }
    System.out.println(good ? "good" : "NOT GOOD");
    return good;
  }

  private void fill(Database database) throws SQLException {
    long start = System.nanoTime();
    int done = options.get("--done");
    int dead = options.get("--dead");
    database.createOffice(NAME);
    database.execute(NAME, "alter table jobs disable trigger all");
    for (int from = 0; from < done; from += 500_000) {
      int to = Math.min(done, from + 500_000);
      database.execute(NAME, tickets(from, to), succeeded(from, to, done));
    }
    database.execute(NAME, tickets(done, done + dead), setAside(done, dead));
    database.execute(NAME, "alter table jobs enable trigger all");
    for (String table : List.of("tickets", "jobs", "ai_runs", "deliveries")) {
      database.execute(NAME, "vacuum analyze " + table);
    }
    database.execute(NAME, "checkpoint");
    System.out.printf(
        "%d succeeded jobs and %d dead letters in %d s%n",
        done, dead, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
  }

  private static String tickets(int from, int to) {
    return """
    insert into tickets (customer_id, subject, body)
    select 'C-' || i %% 5000, 'Where is order ' || i || '?', repeat('It should have been here on Monday. ', 5)
    from generate_series(%d, %d) as i
    """
        .formatted(from + 1, to);
  }

  /** Only the latest have a history: the others would cost time, and nothing here reads it. */
  private static String succeeded(int from, int to, int all) {
    return """
    with job as (
      insert into jobs
        (ticket_number, actor, request_sha256, state, attempt, delivery, run_at, created_at, queued_since, started_at,
         finished_at)
      select 500000 + i, 'customer:C-' || i %% 5000, 'v1:x', 'succeeded', 1, 1, moment, moment, moment, moment,
             moment + interval '1 second'
      from (
        select i, now() - interval '30 days' + i * (interval '30 days' / %1$d) as moment
        from generate_series(%2$d, %3$d) as i
      ) as moments
      order by i
      returning id, started_at, finished_at
    ), delivery as (
      insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome)
      select id, 1, 1, 'worker', started_at, finished_at, 'succeeded' from job where id > %4$d
    )
    insert into ai_runs (job_id, task, created_at)
    select id, task, finished_at
    from job
    cross join unnest(array['classify', 'draft_reply', 'embed']) with ordinality as tasks (task, place)
    where id > %4$d
    order by id, place
    """
        .formatted(all, from + 1, to, all - WITH_HISTORY);
  }

  /** Of 32 kinds, spread over three days among those that succeeded. */
  private static String setAside(int done, int dead) {
    return """
    with job as (
      insert into jobs
        (ticket_number, actor, request_sha256, state, attempt, delivery, run_at, created_at, queued_since, started_at,
         finished_at, last_error, failed_step)
      select 500000 + %1$d + i, 'customer:C-' || i %% 5000, 'v1:x',
             case when i %% 3 = 0 then 'failed' else 'dead_letter' end, 5, 5, moment, moment, moment, moment,
             moment + interval '30 seconds',
             (array['ProviderUnavailable: the provider answered 503', 'ProviderUnavailable: the provider answered 502',
                    'ProviderUnavailable: the provider did not answer in time',
                    'InvalidAnswer: the answer is not a JSON object',
                    'RequestRejected: the provider answered 400 (context_length_exceeded)', 'WrongDimension: 768≠384',
                    'WorkerLost: worker lost 5 times',
                    'ContentFiltered: request req_' || i || ' of ' || i || ' was refused'])[1 + i %% 8],
             (array['classify', 'draft_reply', 'embed', null])[1 + (i / 8) %% 4]
      from (
        select i, now() - interval '3 days' + i * (interval '3 days' / %2$d) as moment
        from generate_series(1, %2$d) as i
      ) as moments
      order by i
      returning id, started_at, finished_at, last_error, failed_step
    )
    insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, step, error)
    select job.id, attempt, attempt, 'worker', started_at, finished_at,
           case when attempt = 5 then 'dead_letter' else 'retried' end, failed_step, last_error
    from job
    cross join generate_series(1, 5) as attempt
    """
        .formatted(done, dead);
  }

  private void answers(Database database) throws IOException, InterruptedException, SQLException {
    String groups = get("/v1/dead-letters/groups");
    String key = member(groups, "key");
    String page = get("/v1/dead-letters?limit=50");
    for (int i = 1; i < 100; i++) {
      page = get("/v1/dead-letters?limit=50&after=" + member(page, "next"));
    }
    String far = member(page, "next");
    long job = database.number(NAME, "select max(id) from jobs");
    String day =
        database.text(
            NAME,
            "select to_char((now() - interval '1 day') at time zone 'UTC',"
                + " 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");
    Map<String, String> bodies = new LinkedHashMap<>();
    for (String path :
        List.of(
            "/v1/dead-letters/groups",
            "/v1/dead-letters/groups?state=failed&from=" + day,
            "/v1/dead-letters/groups?text=timeout",
            "/v1/dead-letters?limit=50",
            "/v1/dead-letters?limit=50&after=" + far,
            "/v1/dead-letters?limit=50&group=" + key,
            "/v1/dead-letters?limit=50&step=embed&state=failed",
            "/v1/dead-letters?limit=50&actor=customer:C-22",
            "/v1/dead-letters?limit=50&error=ContentFiltered",
            "/v1/dead-letters?limit=50&text=nothing%20like%20this",
            "/v1/dead-letters?limit=50&discarded=true",
            "/v1/jobs?state=dead_letter",
            "/v1/jobs/" + job,
            "/v1/redrives",
            "/v1/overview",
            "/console",
            "/console/dead-letters",
            "/console/dead-letters?group=" + key,
            "/console/dead-letters?text=timeout",
            "/console/jobs/" + job,
            "/console/redrives",
            "/console/overview",
            "/console/audit")) {
      bodies.put(path, null);
    }
    bodies.put("/v1/redrives (trial, all)", "{\"filter\":{},\"dry_run\":true}");
    bodies.put(
        "/v1/redrives (trial, one group)",
        "{\"filter\":{\"group\":\"" + key + "\"},\"dry_run\":true}");
    System.out.printf("%n%-64s %9s %9s%n", CALLS + " calls each, in milliseconds", "p50", "p95");
    for (Map.Entry<String, String> call : bodies.entrySet()) {
      double[] millis = new double[CALLS];
      for (int i = -WARM_UP; i < CALLS; i++) {
        long start = System.nanoTime();
        if (call.getValue() == null) {
          get(call.getKey());
        } else {
          post("/v1/redrives", call.getValue());
        }
        if (i >= 0) {
          millis[i] = (System.nanoTime() - start) / 1e6;
        }
      }
      report(call.getKey().replace(key, "..").replace(far, "(page 100)"), millis, LIMIT_MILLIS);
    }
  }

  private void redrive(Database database) throws IOException, InterruptedException, SQLException {
    int jobs = options.get("--redrive");
    int rate = options.get("--rate");
    if (jobs == 0) {
      return;
    }
    System.out.printf(
        "%nPOST /v1/tickets, %d of them, one every %d ms%n", TICKETS, BETWEEN_TICKETS.toMillis());
    intake();
    report("nothing else to do", intake(), LIMIT_MILLIS);
    database.execute(NAME, ordinaryWork(rate));
    report("while %d ordinary jobs a second are done".formatted(rate), intake(), LIMIT_MILLIS);
    long end =
        database.number(
            NAME,
            "select (extract(epoch from finished_at) * 1000000)::bigint + 1 from jobs where state"
                + " in ('dead_letter', 'failed') order by finished_at offset "
                + (jobs - 1)
                + " limit 1");
    String to =
        database.text(
            NAME,
            "select to_char((timestamptz 'epoch' + "
                + end
                + " * interval '1 microsecond') at time zone 'UTC',"
                + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')");
    String filter = "{\"to\":\"" + to + "\"}";
    String trial = post("/v1/redrives", "{\"filter\":" + filter + ",\"dry_run\":true}");
    long start = System.nanoTime();
    String started =
        post(
            "/v1/redrives",
            "{\"filter\":%s,\"as_of\":\"%s\",\"expected_count\":%s,\"reason\":\"bench\",\"rate_per_second\":%d}"
                .formatted(filter, member(trial, "as_of"), member(trial, "count"), rate));
    System.out.printf(
        Locale.ROOT,
        "a redrive of %s jobs at %d/s was accepted in %.0f ms%n",
        member(trial, "count"),
        rate,
        (System.nanoTime() - start) / 1e6);
    if (!started.contains("\"redrive_id\"")) {
      throw new BenchmarkFailure(started);
    }
    report("while it is done", intake(), LIMIT_MILLIS);
    while (database.number(NAME, "select count(*) from redrives where state = 'running'") > 0
        || database.number(NAME, "select count(*) from jobs where state in ('queued', 'running')")
            > 0) {
      Thread.sleep(200);
    }
    System.out.printf(
        "retried %d, skipped %d, failed %d, in %d s%n",
        database.number(NAME, "select retried from redrives order by id desc limit 1"),
        database.number(NAME, "select skipped from redrives order by id desc limit 1"),
        database.number(NAME, "select failed from redrives order by id desc limit 1"),
        database.number(
            NAME,
            "select extract(epoch from ended_at - started_at)::int from redrives order by id desc"
                + " limit 1"));
    long added =
        database.number(
            NAME,
            "select count(*) from jobs where state in ('dead_letter', 'failed') and finished_at >="
                + " (select max(started_at) from redrives)");
    System.out.println("dead letters that it added: " + added);
    good &=
        added == 0
            && database.number(NAME, "select retried from redrives order by id desc limit 1")
                == jobs;
  }

  /** As much as a redrive at this pace gives to do, for as long as intake is measured. */
  private static String ordinaryWork(int rate) {
    return """
    with ticket as (
      insert into tickets (customer_id, subject, body)
      select 'C-' || i, 'Where is order ' || i || '?', 'It should have been here on Monday.'
      from generate_series(1, %d) as i
      returning number
    )
    insert into jobs (ticket_number, actor, request_sha256, run_at)
    select number, 'customer:C', 'v1:x', now() + row_number() over () * interval '1 second' / %d
    from ticket
    """
        .formatted(rate * TICKETS * BETWEEN_TICKETS.toMillis() / 1000, rate);
  }

  private double[] intake() throws IOException, InterruptedException {
    double[] millis = new double[TICKETS];
    long next = System.nanoTime();
    for (int i = 0; i < TICKETS; i++) {
      TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
      long start = System.nanoTime();
      post(
          "/v1/tickets",
          "{\"customer_id\":\"C-1\",\"subject\":\"Order " + i + "\",\"body\":\"Where is it?\"}");
      millis[i] = (System.nanoTime() - start) / 1e6;
      next += BETWEEN_TICKETS.toNanos();
    }
    return millis;
  }

  private void report(String what, double[] millis, double limit) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    double p50 = sorted[sorted.length / 2];
    double p95 = sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
    good &= p95 <= limit;
    System.out.printf(
        Locale.ROOT, "%-64s %9.1f %9.1f%s%n", what, p50, p95, p95 <= limit ? "" : "  TOO LONG");
  }

  private static String member(String json, String name) {
    Matcher members = MEMBER.matcher(json);
    List<String> found = new ArrayList<>();
    while (members.find()) {
      if (members.group(1).equals(name)) {
        found.add(members.group(2).strip());
      }
    }
    if (found.isEmpty()) {
      throw new BenchmarkFailure("no " + name + " in " + json);
    }
    return found.get(0);
  }

  private String get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(api.resolve(path)).GET());
  }

  private String post(String path, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(api.resolve(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new BenchmarkFailure(answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }
}
