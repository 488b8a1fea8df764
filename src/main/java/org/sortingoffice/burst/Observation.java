package org.sortingoffice.burst;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
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
  private static final String QUOTA = "quota_ms";

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
      ProviderLog provider = new ProviderLog(client, simulator.baseUrl());
      beginWindow(simulator.baseUrl(), provider);
      return observe(rule, office, provider);
    }
  }

  private SimulatorSettings provider() {
    return SimulatorSettings.defaults()
        .withPort(0)
        .withInitialMode(QUOTA)
        .withPace(
            new Pace(
                Duration.ZERO, scenario.callsPerWindow(), scenario.window(), scenario.speed()));
  }

  /** Somebody else's call, some time ago: with it the provider's window began. */
  private void beginWindow(URI provider, ProviderLog log) throws IOException, InterruptedException {
    ExperimentClock clock = new ExperimentClock(scenario.speed(), System::nanoTime);
    client.post(
        URI.create(provider + "/embeddings"),
        "before-the-burst",
        "{\"model\":\"embed-small-384-v1\",\"input\":\"earlier\",\"dimensions\":384}");
    clock.awaitSeconds(scenario.windowAge().toSeconds());
    log.forget();
  }

  private Run observe(Rule rule, SortingOffice office, ProviderLog provider)
      throws IOException, InterruptedException, SQLException {
    JobsTable jobs = new JobsTable(office.foundations().database());
    SeriesTable table = new SeriesTable(out);
    table.head();
    ExperimentClock clock = new ExperimentClock(scenario.speed(), System::nanoTime);
    FutureTask<List<HttpResponse<String>>> tickets = post(office, clock);
    List<Row> rows = new ArrayList<>();
    for (long at = 0; at <= rule.length().toSeconds(); at += scenario.rowEvery().toSeconds()) {
      clock.awaitSeconds(at);
      double now = clock.seconds();
      provider.look();
      Row row = jobs.row(now, provider);
      rows.add(row);
      table.row(row);
    }
    checkAccepted(tickets);
    return new Run(rule, new Series(rows), jobs.deadLetterSeconds(scenario.speed()));
  }

  private FutureTask<List<HttpResponse<String>>> post(SortingOffice office, ExperimentClock clock) {
    TicketStream stream = new TicketStream(scenario, client, office.api().resolve("/v1/tickets"));
    FutureTask<List<HttpResponse<String>>> tickets = new FutureTask<>(() -> stream.post(clock));
    Thread thread = new Thread(tickets, "tickets");
    thread.setDaemon(true);
    thread.start();
    return tickets;
  }

  private static void checkAccepted(FutureTask<List<HttpResponse<String>>> tickets)
      throws IOException, InterruptedException {
    try {
      for (HttpResponse<String> answer : tickets.get()) {
        if (answer.statusCode() != 202) {
          throw new IOException(
              "A ticket was answered %d: %s".formatted(answer.statusCode(), answer.body()));
        }
      }
    } catch (ExecutionException failure) {
      throw new IOException("The tickets could not be sent.", failure.getCause());
    }
  }
}
