package org.sortingoffice.kafka;

import java.util.HashMap;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.ProblemDiagnosis;

/**
 * Makes what goes to the dead letter topic of a record that can never be a ticket: its bytes, its
 * key and its headers as they came, and beside them why and where it stood. Afterwards it may be
 * sent to the first topic again, corrected or not.
 */
public final class DeadRecord implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(DeadRecord.class);

  private final ProblemDiagnosis diagnosis = new ProblemDiagnosis();

  @Override
  public void process(Exchange exchange) {
    Message record = exchange.getVariable("record", Message.class);
    RecordPosition position = RecordPosition.of(record);
    Problem problem =
        diagnosis.diagnose(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
    Message dead = exchange.getMessage();
    dead.setHeaders(new HashMap<>(record.getHeaders()));
    dead.setBody(record.getBody());
    dead.setHeader("sorting-office-code", problem.code());
    dead.setHeader("sorting-office-detail", problem.detail());
    if (!problem.errors().isEmpty()) {
      dead.setHeader(
          "sorting-office-errors",
          problem.errors().stream()
              .map(error -> error.pointer() + ": " + error.detail())
              .collect(Collectors.joining("; ")));
    }
    dead.setHeader("sorting-office-topic", position.topic());
    dead.setHeader("sorting-office-partition", String.valueOf(position.partition()));
    dead.setHeader("sorting-office-offset", String.valueOf(position.offset()));
    LOG.warn(
        "the record {} can never be a ticket and goes to the dead letter topic: {}: {}",
        position,
        problem.code(),
        problem.detail());
  }
}
