package org.sortingoffice.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sortingoffice.samples.LoadReport;
import org.sortingoffice.samples.Numbers;

/** What the command load says: the progress on a terminal, and what it did in the end. */
final class LoadStory {
  private final PrintWriter out;
  private final Terminal terminal;

  /**
   * @param out where it is told
   * @param terminal whether somebody watches
   */
  LoadStory(PrintWriter out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** A line of its own. */
  void say(String line) {
    endLine();
    out.println(line);
    out.flush();
  }

  /**
   * What was put in.
   *
   * @param nanos how long that took
   */
  void tell(LoadReport report, long nanos) {
    endLine();
    if (report.tickets() > 0) {
      out.printf(
          "%s from %s, %s%n",
          counted(report.tickets(), "ticket"),
          counted(report.customers(), "customer"),
          range(report.ticketNumbers()));
      out.println("  " + listed(report.byCategory(), category -> category));
      out.println("  " + listed(report.byLanguage(), language -> language.inWords()));
    }
    if (report.deadLetters() > 0) {
      out.printf(
          "%s set aside, %s%n",
          counted(report.deadLetters(), "job"), range(report.deadLetterNumbers()));
      report.byError().forEach((kind, count) -> out.printf("  %5d  %s%n", count, kind));
    }
    long all = (long) report.tickets() + report.deadLetters();
    out.printf(Locale.ROOT, "In %.1f s, %s per second.%n", nanos / 1e9, grouped(rate(all, nanos)));
    out.flush();
  }

  /**
   * What to try next.
   *
   * @param api where the office listens, or will
   * @param closed whether no office can be running now
   */
  void tellWhatNext(LoadReport report, String api, boolean closed) {
    out.println();
    out.println(
        closed
            ? "No office is running on this database now. Start one (serve), then try:"
            : "Try next, with the office running:");
    Numbers tickets = report.ticketNumbers();
    if (tickets != null) {
      out.printf("  curl %s/v1/jobs/%d%n", api, tickets.firstJob());
      out.printf("  curl %s/v1/tickets/T-%d%n", api, tickets.firstTicket());
    }
    Numbers letters = report.deadLetterNumbers();
    if (letters != null) {
      String job = api + "/v1/jobs/" + letters.firstJob();
      out.printf("  curl %s%n", job);
      out.printf("  curl -X POST %s/retry    (sends it again)%n", job);
    }
    out.flush();
  }

  /** How many jobs a reset waits for. */
  void showWaiting(long held) {
    show("Waiting for %s under way to end ..".formatted(counted(held, "job")));
  }

  /** How far the load has come since its start, a moment of {@link System#nanoTime()}. */
  void showProgress(long done, long all, long start) {
    show(
        "%s of %s tickets, %s per second"
            .formatted(
                grouped(done), grouped(all), grouped(rate(done, System.nanoTime() - start))));
  }

  private void show(String line) {
    if (terminal.attached()) {
      out.print("\r" + line + "\u001B[K");
      out.flush();
    }
  }

  private void endLine() {
    show("");
  }

  private static long rate(long tickets, long nanos) {
    return Math.round(tickets / Math.max(1e-3, nanos / 1e9));
  }

  private static String range(Numbers numbers) {
    return "T-%d to T-%d, jobs %d to %d"
        .formatted(
            numbers.firstTicket(), numbers.lastTicket(), numbers.firstJob(), numbers.lastJob());
  }

  private static <K> String listed(Map<K, Integer> counts, Function<K, String> name) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<K, Integer>comparingByValue().reversed())
        .map(entry -> name.apply(entry.getKey()) + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** A number with its noun: 1 ticket, 1 234 tickets. */
  static String counted(long number, String thing) {
    return grouped(number) + " " + thing + (number == 1 ? "" : "s");
  }

  /** A number in groups of three digits. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
  }
}
