package org.sortingoffice.http;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the exception that a route caught into the HTTP answer. For an {@code onException} with
 * {@code handled: true}; it needs nothing after it. All other headers are dropped first, so that
 * nothing of the request or of a half-done answer leaks out (contract 11).
 */
public final class ProblemAnswer implements Processor {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAnswer.class);

  private final ProblemDiagnosis diagnosis;
  private final ProblemJson json;

  public ProblemAnswer(ProblemDiagnosis diagnosis, ProblemJson json) {
    this.diagnosis = diagnosis;
    this.json = json;
  }

  @Override
  public void process(Exchange exchange) {
    Throwable failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    if (failure == null) {
      failure = exchange.getException();
    }
    Problem problem = diagnosis.diagnose(failure);
    report(problem, exchange, failure);
    answer(problem, exchange.getMessage());
  }

  /** Makes this message the answer. */
  public void answer(Problem problem, Message message) {
    message.removeHeaders("*");
    problem.headers().forEach(message::setHeader);
    message.setHeader(Exchange.HTTP_RESPONSE_CODE, problem.status());
    message.setHeader(Exchange.CONTENT_TYPE, Problem.MEDIA_TYPE);
    message.setBody(json.bytes(problem));
  }

  /** Told by itself when it becomes full, and not for each who is refused. */
  private static boolean isQueueFull(Problem problem) {
    return problem.code().equals(Problems.QUEUE_FULL.problem().code());
  }

  /** What the client must not see, the operator must: our own faults with their stack trace. */
  private static void report(Problem problem, Exchange exchange, Throwable failure) {
    if (problem.status() == 500) {
      LOG.error(
          "route {}: a request failed for a reason we do not know; answered {}",
          exchange.getFromRouteId(),
          problem.code(),
          failure);
    } else if (problem.status() == 503 && !isQueueFull(problem)) {
      LOG.warn("route {}: answered {}", exchange.getFromRouteId(), problem.code());
    }
  }
}
