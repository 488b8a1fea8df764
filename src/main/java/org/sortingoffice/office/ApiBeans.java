package org.sortingoffice.office;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.apache.camel.spi.Registry;
import org.sortingoffice.api.DatabaseGauges;
import org.sortingoffice.api.DeadLetterQueryReading;
import org.sortingoffice.api.Found;
import org.sortingoffice.api.JobQueryReading;
import org.sortingoffice.api.MetricsPage;
import org.sortingoffice.api.PathIds;
import org.sortingoffice.api.RedriveAnswer;
import org.sortingoffice.api.RedriveRequestReading;
import org.sortingoffice.api.TextReading;
import org.sortingoffice.http.HeaderAllowList;
import org.sortingoffice.http.ProblemAnswer;
import org.sortingoffice.http.ProblemDiagnosis;
import org.sortingoffice.http.ProblemJson;
import org.sortingoffice.intake.AcceptedAnswer;
import org.sortingoffice.intake.IntakeLimits;
import org.sortingoffice.intake.QueuePosition;
import org.sortingoffice.intake.TicketKeys;
import org.sortingoffice.intake.TicketReader;
import org.sortingoffice.intake.TicketRequestReading;

/** Makes the beans that the API's routes name. */
final class ApiBeans {
  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_NOTE = 4_000;

  private final Settings settings;
  private final PrometheusMeterRegistry meters;

  /**
   * @param meters what this process measures
   */
  ApiBeans(Settings settings, PrometheusMeterRegistry meters) {
    this.settings = settings;
    this.meters = meters;
  }

  void bind(Registry registry) {
    QueuePosition positions = new QueuePosition();
    registry.bind("headerAllowList", new HeaderAllowList());
    registry.bind("problemAnswer", new ProblemAnswer(new ProblemDiagnosis(), new ProblemJson()));
    TicketReader reader = new TicketReader(IntakeLimits.defaults());
    registry.bind("ticketReader", reader);
    registry.bind("ticketRequestReading", new TicketRequestReading(reader));
    registry.bind("ticketKeys", new TicketKeys(positions, new RequestRates(settings).of("actor")));
    registry.bind("queuePosition", positions);
    registry.bind("acceptedAnswer", new AcceptedAnswer());
    registry.bind("pathIds", new PathIds());
    registry.bind("found", new Found());
    registry.bind("jobQueryReading", new JobQueryReading());
    registry.bind("deadLetterQuery", new DeadLetterQueryReading());
    registry.bind("optionalReasonReading", TextReading.optional("reason", LONGEST_REASON));
    registry.bind("reasonReading", TextReading.required("reason", LONGEST_REASON));
    registry.bind("noteReading", TextReading.required("text", LONGEST_NOTE));
    registry.bind("redriveRequestReading", new RedriveRequestReading());
    registry.bind("redriveAnswer", new RedriveAnswer());
    registry.bind("databaseGauges", new DatabaseGauges(meters));
    registry.bind("metricsPage", new MetricsPage(meters));
  }
}
