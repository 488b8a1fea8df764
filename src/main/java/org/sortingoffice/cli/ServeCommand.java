package org.sortingoffice.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.office.SortingOffice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Starts what the settings ask for; by default everything, on an embedded database and the
 * simulator.
 */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Starts the API and a worker. Without settings it brings its own PostgreSQL (its data stay in ./data) and a simulated"
          + " provider.",
      "Settings are environment variables, such as HTTP_PORT, DATABASE_URL, PROVIDER_URL, WORKER_CONCURRENCY or APP_ROLES;"
          + " application.properties lists all with their defaults."
    })
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Running running = new Running("close-office");
    SortingOffice office = running.open(SortingOffice::open);
    if (office.logsJson()) {
      LOG.info("Sorting Office is open{}", office.listens() ? " at " + office.api() : "");
    } else {
      welcome(office, spec.commandLine().getOut());
    }
    running.untilStopped();
    return 0;
  }

  private static void welcome(SortingOffice office, PrintWriter out) {
    out.println();
    out.println("Sorting Office is open.");
    out.println("  database   " + office.foundations().describeDatabase());
    if (office.works()) {
      out.println("  provider   " + office.foundations().describeProvider());
    }
    if (office.serves()) {
      String api = office.api().toString().replace("127.0.0.1", "localhost");
      out.println("  API        " + api);
      if (office.hasConsole()) {
        out.println("  console    " + api + "/console");
      }
      out.println();
      out.println("Send it a ticket:");
      out.println(
          "  curl -i "
              + api
              + "/v1/tickets -H 'Content-Type: application/json' -H 'Idempotency-Key: first-try' \\");
      out.println(
          "    -d '{\"customer_id\":\"C-0022\",\"subject\":\"Parcel is late\",\"body\":\"It should have been here on Monday.\"}'");
      out.println("See what became of it:");
      out.println("  curl " + api + "/v1/tickets/T-500001");
    }
    if (office.listens() && !office.serves()) {
      out.println("  metrics    " + office.api() + "/metrics");
    }
    out.println();
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
