package org.sortingoffice.console;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.access.SignIn;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.ProblemDiagnosis;

/**
 * What a person sees when something did not work: somebody who is not signed in is asked to; an
 * action that came too late leads back to the page that shows how things are now; all else is a
 * page that says what happened and what to do next.
 */
public final class PageProblem implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(PageProblem.class);

  /** Told by a {@link Notice} of the same name on the page of the job or redrive. */
  private static final Set<String> OF_A_JOB =
      Set.of("job_not_retryable", "job_not_cancellable", "job_not_discardable");

  private final PageAnswer answer;
  private final ProblemDiagnosis diagnosis;

  public PageProblem(PageAnswer answer, ProblemDiagnosis diagnosis) {
    this.answer = answer;
    this.diagnosis = diagnosis;
  }

  @Override
  public void process(Exchange exchange) {
    Throwable failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    Problem problem = diagnosis.diagnose(failure);
    if (problem.status() == 500) {
      LOG.error(
          "route {}: a page failed for a reason we do not know",
          exchange.getFromRouteId(),
          failure);
    }
    String place = placeThatTells(problem, exchange);
    if (place != null) {
      PageAnswer.goTo(exchange, place);
      return;
    }
    answer.show(exchange, "problem", inWordsForPeople(problem));
    problem.headers().forEach(exchange.getMessage()::setHeader);
    exchange.getMessage().removeHeader("WWW-Authenticate");
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, problem.status());
  }

  // What programs are told about keys and headers helps nobody who looks at a page.
  private static Problem inWordsForPeople(Problem problem) {
    String detail =
        switch (problem.status()) {
          case 500 -> "Load the page again. If this stays so, report it with the time.";
          case 503 -> "Nothing was changed. Load the page again in a few seconds.";
          default -> problem.detail();
        };
    return new Problem(
        problem.status(), problem.code(), problem.title(), detail, List.of(), problem.headers());
  }

  @SuppressWarnings("unchecked")
  private static String placeThatTells(Problem problem, Exchange exchange) {
    if (problem.status() == 401) {
      return comingBack(exchange);
    }
    Map<String, String> form = exchange.getVariable("form", Map.class);
    if (form == null) {
      return null;
    }
    Object job = exchange.getVariable("jobId");
    Object redrive = exchange.getVariable("redriveId");
    boolean invalid = problem.status() == 422;
    if (job != null && (OF_A_JOB.contains(problem.code()) || invalid)) {
      String said =
          !invalid ? problem.code() : form.containsKey("text") ? "note_missing" : "reason_missing";
      return "/console/jobs/" + job + "?said=" + said;
    }
    if (redrive != null && problem.code().equals("redrive_not_changeable")) {
      return "/console/redrives/" + redrive + "?said=redrive_over";
    }
    if (problem.code().equals("redrive_running")) {
      return "/console/redrives/"
          + problem.members().get("redrive_id")
          + "?said=redrive_in_the_way";
    }
    if (form.containsKey("expected_count")
        && (invalid || problem.code().equals("redrive_count_changed"))) {
      Query again = Query.of(form).without("rate said");
      return "/console/redrives/new"
          + again.with("said", invalid ? "reason_missing" : "count_changed");
    }
    return null;
  }

  private static String comingBack(Exchange exchange) {
    String path = exchange.getMessage().getHeader(Exchange.HTTP_PATH, String.class);
    String query = exchange.getMessage().getHeader(Exchange.HTTP_RAW_QUERY, String.class);
    String method = exchange.getMessage().getHeader(Exchange.HTTP_METHOD, String.class);
    String asked = query == null ? path : path + "?" + query;
    return SignIn.before("GET".equals(method) ? asked : null);
  }
}
