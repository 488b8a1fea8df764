package org.sortingoffice.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.demo.Ledger.JobLine;
import org.sortingoffice.experiment.Client;
import org.sortingoffice.experiment.Figures;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;

/**
 * Shows, on a database of its own, the two promises: a request that comes twice makes one ticket,
 * and a job delivered twice has its effect once (contract 32). Every figure is read from the
 * database or from the provider's call log.
 */
public final class Demo {
  private static final String TICKET =
      "{\"customer_id\":\"C-0022\",\"subject\":\"Parcel is late\",\"body\":\"It should have been here on Monday.\"}";

  /** Shortened, so that nobody waits 30 s for a demonstration. */
  private static final int LEASE_SECONDS = 3;

  private static final Set<String> UNFINISHED = Set.of("queued", "running");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PrintWriter out;
  private final Path folder;
  private final Client client = new Client();
  private final ObjectMapper json = new ObjectMapper();
  private final Figures figures = new Figures();

  /**
   * @param out where the story is told
   * @param folder an empty folder for the database and the logs
   */
  public Demo(PrintWriter out, Path folder) {
    this.out = out;
    this.folder = folder;
  }

  /**
   * Runs both parts.
   *
   * @return what was not as it should be; empty when all is well
   */
  public List<String> run() throws IOException, InterruptedException, SQLException {
    try (Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPort(0));
        SortingOffice api = SortingOffice.openWith(settings("api", simulator))) {
      Ledger ledger = new Ledger(api.foundations().database());
      oneRequestTwice(api, ledger);
      oneJobTwice(api, simulator, ledger);
    }
    return figures.wrong();
  }

  /**
   * Runs what a worker without the rules would do (contract 33).
   *
   * @return what was not as it should be; empty when the harm is as expected
   */
  public List<String> runNaive() throws IOException, InterruptedException, SQLException {
    try (Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPort(0));
        SortingOffice api = SortingOffice.openWith(settings("api", simulator))) {
      Ledger ledger = new Ledger(api.foundations().database());
      client.post(api.api().resolve("/v1/tickets"), "demo-1", TICKET);
      out.println("Without the rules: no lease, no skipping of finished steps, no unique result");
      NaiveWorker worker = new NaiveWorker(api.foundations().database(), simulator.baseUrl());
      worker.deliver(1, true);
      out.printf(
          "  after worker-1:  %d calls, %d results, then it is lost%n",
          calls(simulator), ledger.count("ai_runs"));
      worker.deliver(1, false);
      long calls = figures.expect("provider calls", 6L, calls(simulator));
      long results = figures.expect("AI results", 6L, ledger.count("ai_runs"));
      out.printf("  after worker-2:  %d calls, %d results for 3 steps%n", calls, results);
    }
    return figures.wrong();
  }

  private void oneRequestTwice(SortingOffice api, Ledger ledger)
      throws IOException, InterruptedException, SQLException {
    out.println("Part 1. One request, sent twice with one Idempotency-Key");
    URI tickets = api.api().resolve("/v1/tickets");
    tell("first", client.post(tickets, "demo-1", TICKET), false);
    tell("again", client.post(tickets, "demo-1", TICKET), true);
    long saved = figures.expect("tickets", 1L, ledger.count("tickets"));
    long jobs = figures.expect("jobs", 1L, ledger.count("jobs"));
    long results = figures.expect("AI results", 0L, ledger.count("ai_runs"));
    out.printf("  in the database: tickets %d, jobs %d, AI results %d%n%n", saved, jobs, results);
    out.flush();
  }

  private void tell(String which, HttpResponse<String> answer, boolean replayed)
      throws IOException {
    JsonNode body = json.readTree(answer.body());
    int status = figures.expect("status of the " + which + " answer", 202, answer.statusCode());
    String ticket =
        figures.expect(
            "ticket of the " + which + " answer", "T-500001", body.path("ticket_id").asText());
    long job = figures.expect("job of the " + which + " answer", 1L, body.path("job_id").asLong());
    String mark = answer.headers().firstValue("Idempotent-Replayed").orElse(null);
    figures.expect(
        "Idempotent-Replayed of the " + which + " answer", replayed ? "true" : null, mark);
    out.printf(
        "  %s  %d  %s  job %d%s%n",
        which, status, ticket, job, mark == null ? "" : "  Idempotent-Replayed: " + mark);
    out.flush();
  }

  private void oneJobTwice(SortingOffice api, Simulator simulator, Ledger ledger)
      throws IOException, InterruptedException, SQLException {
    out.println("Part 2. Job 1, delivered twice around a crash");
    out.println(
        "  worker-1 takes the job, saves three results, and its process is cut off before it can say so");
    out.flush();
    loseWorkerOne(api, simulator);
    show("worker-1", new JobLine("running", 1, 3), ledger.job(1));
    out.printf(
        "  the job stays with worker-1 until its lease of %d s ends; then worker-2 may take it%n",
        LEASE_SECONDS);
    out.flush();
    Map<String, String> settings = settings("worker", simulator);
    settings.putAll(databaseOf(api));
    settings.put("worker.name", "worker-2");
    try (SortingOffice workerTwo = SortingOffice.openWith(settings)) {
      awaitEnd(ledger);
    }
    show("worker-2", new JobLine("succeeded", 2, 3), ledger.job(1));
    long calls = figures.expect("provider calls", 3L, calls(simulator));
    out.printf("  provider calls %d for 3 steps%n%n", calls);
    out.flush();
  }

  private void loseWorkerOne(SortingOffice api, Simulator simulator)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>();
    Map<String, String> settings = settings("worker", simulator);
    settings.putAll(databaseOf(api));
    settings.put("worker.name", "worker-1");
    settings.put("ticket.steps", "classify,draft_reply,embed,crash");
    settings.put("routes.include", "classpath:demo/crash.camel.yaml");
    settings.forEach(
        (name, value) -> environment.put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    Path log = folder.resolve("worker-1.log");
    Process workerOne = new WorkerProcess(environment, log).start();
    if (!workerOne.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      workerOne.destroyForcibly();
      throw new StartupFailure(
          "worker-1 did not get to its crash within %d s; its log is %s"
              .formatted(PATIENCE.toSeconds(), log));
    }
    figures.expect("exit code of worker-1", PowerCut.EXIT_CODE, workerOne.exitValue());
  }

  private void awaitEnd(Ledger ledger) throws InterruptedException, SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (UNFINISHED.contains(ledger.job(1).state()) && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private void show(String worker, JobLine expected, JobLine seen) {
    figures.expect("job 1 after " + worker, expected, seen);
    out.printf(
        "  after %s:  %-9s  attempt %d  results %d%n",
        worker, seen.state(), seen.attempt(), seen.results());
    out.flush();
  }

  private long calls(Simulator simulator) throws IOException, InterruptedException {
    return json.readTree(client.get(simulator.baseUrl().resolve("/admin/calls")))
        .path("total")
        .asLong();
  }

  private static Map<String, String> databaseOf(SortingOffice office) {
    DatabaseAddress address = office.foundations().address();
    return Map.of(
        "database.url", address.jdbcUrl(),
        "database.user", address.user(),
        "database.password", address.password());
  }

  private Map<String, String> settings(String role, Simulator simulator) {
    Map<String, String> settings = new HashMap<>();
    settings.put("app.roles", role);
    settings.put("http.host", "127.0.0.1");
    settings.put("http.port", "0");
    settings.put("management.port", "none");
    settings.put("data.dir", folder.resolve("data").toString());
    settings.put("provider.url", simulator.baseUrl().toString());
    settings.put("lease.seconds", String.valueOf(LEASE_SECONDS));
    settings.put("lease.renew.seconds", "1");
    return settings;
  }
}
