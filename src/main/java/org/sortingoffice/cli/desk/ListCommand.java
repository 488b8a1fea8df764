package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.Callable;
import org.sortingoffice.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The jobs that were set aside. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Shows the jobs that were set aside, the latest first.")
final class ListCommand implements Callable<Integer> {
  private static final int MOST = 10_000;

  @Spec private CommandSpec spec;
  @Mixin private OfficeOptions office;
  @Mixin private FilterOptions filter;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many at most, 1 to 10000; ${DEFAULT-VALUE} when not given.")
  private int limit;

  @Option(names = "--json", description = "As JSON, for programs.")
  private boolean asJson;

  @Override
  public Integer call() {
    if (limit < 1 || limit > MOST) {
      throw new ParameterException(
          spec.commandLine(), "--limit is a number from 1 to 10000; export gives all.");
    }
    ArrayNode jobs = new ObjectMapper().createArrayNode();
    ObjectNode first = new ObjectMapper().createObjectNode();
    new DeadLetterPages(office.client(), filter.parameters())
        .forEach(
            limit,
            page -> {
              if (first.isEmpty()) {
                first.setAll((ObjectNode) page);
              }
              page.path("jobs").forEach(jobs::add);
              return true;
            });
    Story story = Story.of(spec);
    if (asJson) {
      first.remove("next");
      first.set("jobs", jobs);
      story.json(first);
    } else if (jobs.isEmpty()) {
      story.say(
          filter.isEmpty() ? "Nothing was set aside." : "Nothing that was set aside matches.");
    } else {
      show(jobs, first, story);
    }
    return ExitCodes.OK;
  }

  private static void show(ArrayNode jobs, JsonNode first, Story story) {
    TextTable table = new TextTable("JOB", "TICKET", "STATE", "SET ASIDE", "STEP", "ERROR");
    for (JsonNode job : jobs) {
      table.row(
          Wording.text(job.path("job_id")),
          Wording.text(job.path("ticket_id")),
          Wording.text(job.path("state")),
          story.wording().moment(job.path("finished_at")),
          Wording.text(job.path("failed_step")),
          story.wording().brief(job.path("last_error")));
    }
    table.print(story.out());
    long total = first.path("total").asLong();
    if (total > jobs.size()) {
      story.say("");
      story.say(
          "%s of %s%s. --limit shows more, export all."
              .formatted(
                  Wording.grouped(jobs.size()),
                  Wording.grouped(total),
                  first.path("total_capped").asBoolean() ? "+" : ""));
    }
  }
}
