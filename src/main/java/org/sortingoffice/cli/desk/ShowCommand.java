package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.Callable;
import org.sortingoffice.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One job with its whole history. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description =
        "Shows one job: its ticket, every delivery and why it ended so, every retry, the notes.")
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OfficeOptions office;

  @Parameters(paramLabel = "JOB", description = "The number of the job.")
  private long job;

  @Option(names = "--json", description = "As the API answers, for programs.")
  private boolean asJson;

  @Override
  public Integer call() {
    JsonNode found = office.client().get("/v1/jobs/" + job, Map.of());
    Story story = Story.of(spec);
    if (asJson) {
      story.json(found);
    } else {
      show(found, story);
    }
    return ExitCodes.OK;
  }

  private static void show(JsonNode job, Story story) {
    Wording wording = story.wording();
    TextTable facts = new TextTable("JOB", Wording.text(job.path("job_id")));
    facts.row("state", Wording.text(job.path("state")));
    facts.row("error", Wording.text(job.path("last_error")));
    facts.row("step", Wording.text(job.path("failed_step")));
    facts.row("ticket", Wording.text(job.path("ticket_id")));
    facts.row("subject", Wording.text(job.at("/ticket/subject")));
    facts.row("actor", Wording.text(job.path("actor")));
    facts.row("attempts", Wording.text(job.path("attempts")));
    facts.row("steps done", joined(job.path("steps_done")));
    facts.row("accepted", wording.moment(job.path("created_at")));
    facts.row("set aside", wording.moment(job.path("finished_at")));
    if (job.path("discard").isObject()) {
      facts.row("discarded", Wording.text(job.at("/discard/reason")));
    }
    facts.print(story.out());
    deliveries(job.path("deliveries"), story);
    said("RETRIED", job.path("retries"), "reason", story);
    said("NOTE", job.path("notes"), "text", story);
    story.say("");
  }

  private static void deliveries(JsonNode deliveries, Story story) {
    if (deliveries.isEmpty()) {
      return;
    }
    story.say("");
    TextTable table = new TextTable("DELIVERY", "STARTED", "OUTCOME", "STEP", "WORKER", "ERROR");
    for (JsonNode delivery : deliveries) {
      table.row(
          Wording.text(delivery.path("delivery")),
          story.wording().moment(delivery.path("started_at")),
          Wording.text(delivery.path("outcome")),
          Wording.text(delivery.path("step")),
          Wording.text(delivery.path("worker")),
          story.wording().brief(delivery.path("error")));
    }
    table.print(story.out());
  }

  private static void said(String head, JsonNode entries, String what, Story story) {
    if (entries.isEmpty()) {
      return;
    }
    story.say("");
    TextTable table = new TextTable(head, "BY", "");
    for (JsonNode entry : entries) {
      table.row(
          story.wording().moment(entry.path("at")),
          Wording.text(entry.path("operator")),
          Wording.text(entry.path(what)));
    }
    table.print(story.out());
  }

  private static String joined(JsonNode names) {
    StringBuilder line = new StringBuilder();
    names.forEach(name -> line.append(line.isEmpty() ? "" : ", ").append(name.asText()));
    return line.toString();
  }
}
