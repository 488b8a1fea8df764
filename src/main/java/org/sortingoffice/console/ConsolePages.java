package org.sortingoffice.console;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.sortingoffice.console.view.Audit;
import org.sortingoffice.console.view.Confirm;
import org.sortingoffice.console.view.Groups;
import org.sortingoffice.console.view.Job;
import org.sortingoffice.console.view.Letters;
import org.sortingoffice.console.view.Overview;
import org.sortingoffice.console.view.Redrive;
import org.sortingoffice.console.view.Redrives;
import org.sortingoffice.http.Problems;

/** The pages: each takes the rows that its route fetched and answers with HTML. */
public final class ConsolePages {
  /** What providers stand, from a careful trickle to what a large quota takes. */
  private static final double[] PACES = {1, 5, 20, 100};

  private static final double USUAL_PACE = 5;
  private static final int KEY_BYTES = 16;

  private final PageAnswer answer;
  private final List<String> steps;
  private final Random chance;

  /**
   * @param steps the names of the steps, in their order
   * @param chance names requests; not secret
   */
  public ConsolePages(PageAnswer answer, List<String> steps, Random chance) {
    this.answer = answer;
    this.steps = List.copyOf(steps);
    this.chance = chance;
  }

  /**
   * For an address that has no page.
   *
   * @throws org.sortingoffice.http.ProblemException 404, always
   */
  public void nothingThere() {
    throw Problems.NOT_FOUND
        .because("There is no such page. The links at the top lead to all there are.")
        .toException();
  }

  /** What was set aside, by what went wrong. */
  public void groups(@Body Object rows, Exchange exchange) {
    answer.show(exchange, "groups", answer.read(rows, Groups.class));
  }

  /** The jobs that were set aside. */
  public void letters(@Body Object rows, Exchange exchange) {
    answer.show(
        exchange, "letters", Map.of("letters", answer.read(rows, Letters.class), "steps", steps));
  }

  /** The last look before many are sent again. */
  public void confirm(@Body Object rows, Exchange exchange) {
    Confirm.Trial trial = answer.read(rows, Confirm.Trial.class);
    Query page = exchange.getVariable("pageQuery", Query.class);
    byte[] key = new byte[KEY_BYTES];
    chance.nextBytes(key);
    answer.show(
        exchange,
        "confirm",
        new Confirm(
            trial,
            PageQueryReading.fixed(page.filter(), exchange),
            HexFormat.of().formatHex(key),
            DoubleStream.of(PACES)
                .mapToObj(rate -> new Confirm.Pace(rate, trial.count() / rate))
                .toList(),
            USUAL_PACE));
  }

  /** All redrives. */
  public void redrives(@Body Object rows, Exchange exchange) {
    answer.show(exchange, "redrives", answer.read(rows, Redrives.class));
  }

  /** One redrive. */
  public void redrive(@Body Object rows, Exchange exchange) {
    answer.show(exchange, "redrive", answer.read(rows, Redrive.class));
  }

  /** One job. */
  public void job(@Body Object rows, Exchange exchange) {
    answer.show(exchange, "job", answer.read(rows, Job.class));
  }

  /** How it stands. */
  public void overview(@Body Object rows, Exchange exchange) {
    answer.show(exchange, "overview", answer.read(rows, Overview.class));
  }

  /** What people did. */
  public void audit(@Body Object rows, Exchange exchange) {
    answer.show(exchange, "audit", answer.read(rows, Audit.class));
  }

  /** To the job's page, which then says what was done to it. */
  public void goToJob(Exchange exchange, String said) {
    PageAnswer.goTo(
        exchange, "/console/jobs/" + exchange.getVariable("jobId", Long.class) + "?said=" + said);
  }

  /** To the redrive's page, which then says what was done to it. */
  public void goToRedrive(Exchange exchange, String said) {
    PageAnswer.goTo(
        exchange,
        "/console/redrives/" + exchange.getVariable("redriveId", Long.class) + "?said=" + said);
  }

  /** To the page of a redrive that was started just now, or by the same form before. */
  public void goToStarted(Exchange exchange) {
    goToRedrive(exchange, exchange.getVariable("replayed") == null ? "started" : "started_already");
  }
}
