package org.sortingoffice.burst;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.sortingoffice.experiment.Client;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.simulator.Pace;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;

/**
 * Runs one rule: a real office, a real database, tickets over HTTP, and a provider with a quota.
 */
final class Observation {
  /** Its hints are exact and on the provider's real clock, whatever the speed. */
  private static final String QUOTA = "{\"mode\":\"quota_ms\"}";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PrintWriter out;
  private final Path folder;
  private final Scenario scenario;
  private final Client client = new Client();

  /**
   * @param out where the series is printed
   * @param folder an empty folder for the database
   * @param scenario what happens
   */
  Observation(PrintWriter out, Path folder, Scenario scenario) {
    this.out = out;
    this.folder = folder;
    this.scenario = scenario;
  }

  Run of(Rule rule) throws IOException, InterruptedException, SQLException {
    out.printf(
        "%s: %s%n",
        Character.toUpperCase(rule.title().charAt(0)) + rule.title().substring(1), rule.meaning());
    try (Simulator simulator = Simulator.start(provider());
        SortingOffice office =
            SortingOffice.openWith(
                new OfficeSettings(scenario).on(folder, simulator.baseUrl()),
                rule.beansInstead(scenario))) {
      JobsTable jobs = new JobsTable(office.foundations().database());
      ProviderLog provider = new ProviderLog(client, simulator.baseUrl());
      TicketStream stream = new TicketStream(scenario, client, office.api().resolve("/v1/tickets"));
      workEarlier(stream, jobs);
      beginQuota(simulator.baseUrl());
      jobs.beginHere();
      provider.forget();
      return observe(rule, stream, jobs, provider);
    }
  }

  private SimulatorSettings provider() {
    return SimulatorSettings.defaults()
        .withPort(0)
        .withInitialMode("normal")
        .withPace(
            new Pace(
                Duration.ZERO, scenario.callsPerWindow(), scenario.window(), scenario.speed()));
  }

  /** The burst meets an office that is at work, and not one that has just been started. */
  private void workEarlier(TicketStream stream, JobsTable jobs)
      throws IOException, InterruptedException, SQLException {
    stream.postEarlier();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (jobs.unfinished() > 0) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "The tickets before the burst were not done within %d s."
                .formatted(PATIENCE.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Somebody else's call, some time before the burst: with it the provider's window begins. */
  private void beginQuota(URI provider) throws IOException, InterruptedException {
    client.put(provider.resolve("/admin/mode"), QUOTA);
    ExperimentClock clock = new ExperimentClock(scenario.speed(), System::nanoTime);
    client.post(
        URI.create(provider + "/embeddings"),
        "before-the-burst",
        "{\"model\":\"embed-small-384-v1\",\"input\":\"earlier\",\"dimensions\":384}");
    clock.awaitSeconds(scenario.windowAge().toSeconds());
  }

  private Run observe(Rule rule, TicketStream stream, JobsTable jobs, ProviderLog provider)
      throws IOException, InterruptedException, SQLException {
    SeriesTable table = new SeriesTable(out);
    table.head();
    ExperimentClock clock = new ExperimentClock(scenario.speed(), System::nanoTime);
    FutureTask<Void> tickets = post(stream, clock);
    List<Row> rows = new ArrayList<>();
    double worstLag = 0;
    for (long at = 0; at <= rule.length().toSeconds(); at += scenario.rowEvery().toSeconds()) {
      clock.awaitSeconds(at);
      double now = clock.seconds();
      provider.look();
      Row row = jobs.row(now, provider);
      rows.add(row);
      worstLag = Math.max(worstLag, now - at);
      table.row(row);
    }
    await(tickets);
    return new Run(rule, new Series(rows), worstLag, jobs.deadLetterSeconds(scenario.speed()));
  }

  private static FutureTask<Void> post(TicketStream stream, ExperimentClock clock) {
    FutureTask<Void> tickets =
        new FutureTask<>(
            () -> {
              stream.post(clock);
              return null;
            });
    Thread thread = new Thread(tickets, "tickets");
    thread.setDaemon(true);
    thread.start();
    return tickets;
  }

  private static void await(FutureTask<Void> tickets) throws IOException, InterruptedException {
    try {
      tickets.get();
    } catch (ExecutionException failure) {
      throw new IOException(failure.getCause().getMessage(), failure.getCause());
    }
  }
}
