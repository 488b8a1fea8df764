package org.sortingoffice.office;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;
import org.sortingoffice.api.ApiDescription;
import org.sortingoffice.api.ConditionalGet;
import org.sortingoffice.api.DeadLetterQueryReading;
import org.sortingoffice.api.DescriptionAssets;
import org.sortingoffice.api.Found;
import org.sortingoffice.api.JobQueryReading;
import org.sortingoffice.api.PathIds;
import org.sortingoffice.api.RedriveAnswer;
import org.sortingoffice.api.RedriveRequestReading;
import org.sortingoffice.api.TextReading;
import org.sortingoffice.api.WebhookQueryReading;
import org.sortingoffice.intake.AcceptedAnswer;
import org.sortingoffice.intake.Admission;
import org.sortingoffice.intake.IntakeLimits;
import org.sortingoffice.intake.IntakeMeters;
import org.sortingoffice.intake.QueueCount;
import org.sortingoffice.intake.QueueLimits;
import org.sortingoffice.intake.TicketKeys;
import org.sortingoffice.intake.TicketReader;
import org.sortingoffice.intake.TicketRequestReading;

/** Makes the beans that the API's routes name. */
final class ApiBeans {
  private static final int MOST_JOBS = 1_000_000_000;
  private static final int MOST_LIGHT_JOBS = 1_000;
  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_NOTE = 4_000;

  private final Settings settings;
  private final RandomGenerator random;
  private final MeterRegistry meters;

  /**
   * @param meters what this process measures
   */
  ApiBeans(Settings settings, RandomGenerator random, MeterRegistry meters) {
    this.settings = settings;
    this.random = random;
    this.meters = meters;
  }

  void bind(CamelContext context) {
    Registry registry = context.getRegistry();
    DescriptionAssets description = new DescriptionAssets();
    description.installOnStart(context);
    registry.bind("apiDescription", new ApiDescription(description));
    TicketReader reader = new TicketReader(IntakeLimits.defaults());
    registry.bind("ticketReader", reader);
    registry.bind("ticketRequestReading", new TicketRequestReading(reader));
    bindIntake(registry);
    registry.bind("acceptedAnswer", new AcceptedAnswer());
    registry.bind("pathIds", new PathIds());
    registry.bind("found", new Found());
    registry.bind("conditionalGet", new ConditionalGet());
    registry.bind("jobQueryReading", new JobQueryReading());
    registry.bind("webhookQueryReading", new WebhookQueryReading());
    registry.bind("deadLetterQuery", new DeadLetterQueryReading());
    registry.bind("optionalReasonReading", TextReading.optional("reason", LONGEST_REASON));
    registry.bind("reasonReading", TextReading.required("reason", LONGEST_REASON));
    registry.bind("noteReading", TextReading.required("text", LONGEST_NOTE));
    registry.bind("redriveRequestReading", new RedriveRequestReading());
    registry.bind("redriveAnswer", new RedriveAnswer());
  }

  private void bindIntake(Registry registry) {
    QueueLimits limits =
        new QueueLimits(
            limit("queue.limit", 1),
            limit("actor.limit", 1),
            settings.number("actor.light.jobs", 1, MOST_LIGHT_JOBS));
    if (limits.actor().isPresent() && limits.actor().getAsInt() <= limits.lightJobs()) {
      throw new StartupFailure(
          "The setting actor.limit (ACTOR_LIMIT) must be above actor.light.jobs (ACTOR_LIGHT_JOBS),"
              + " since only the jobs beyond those are counted.");
    }
    QueueCount count =
        new QueueCount(
            limits.queue(), settings.number("claim.bulk.every", 1, 1_000), System::nanoTime);
    Admission admission = new Admission(limits, count, random, System::nanoTime, meters);
    registry.bind("queueCount", count);
    registry.bind("admission", admission);
    registry.bind(
        "ticketKeys",
        new TicketKeys(
            new RequestRates(settings).of("actor"), admission, new IntakeMeters(meters)));
  }

  private OptionalInt limit(String name, int least) {
    return settings.isSet(name)
        ? OptionalInt.of(settings.number(name, least, MOST_JOBS))
        : OptionalInt.empty();
  }
}
