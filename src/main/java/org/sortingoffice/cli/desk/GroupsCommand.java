package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import org.sortingoffice.cli.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What was set aside, by the kind of failure. */
@Command(
    name = "groups",
    mixinStandardHelpOptions = true,
    description = "Shows what was set aside, grouped by the kind of error and the step.")
final class GroupsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OfficeOptions office;
  @Mixin private FilterOptions filter;

  @Option(names = "--json", description = "As the API answers, for programs.")
  private boolean asJson;

  @Override
  public Integer call() {
    JsonNode found = office.client().get("/v1/dead-letters/groups", filter.parameters());
    Story story = Story.of(spec);
    if (asJson) {
      story.json(found);
      return ExitCodes.OK;
    }
    if (found.path("groups").isEmpty()) {
      story.say(
          filter.isEmpty() ? "Nothing was set aside." : "Nothing that was set aside matches.");
      return ExitCodes.OK;
    }
    show(found, story);
    return ExitCodes.OK;
  }

  private static void show(JsonNode found, Story story) {
    TextTable table = new TextTable("GROUP", "JOBS", "WHEN", "LAST", "STEP", "ERROR");
    for (JsonNode group : found.path("groups")) {
      table.row(
          Wording.text(group.path("key")),
          Wording.grouped(group.path("count").asLong()),
          story.wording().spark(group.path("series")),
          story.wording().moment(group.path("last_seen")),
          Wording.text(group.path("step")),
          story.wording().brief(group.path("error")));
    }
    table.print(story.out());
    story.say("");
    story.say(
        "%s%s in all. One group again: dead-letters retry --group KEY --reason .."
            .formatted(
                Wording.grouped(found.path("total").asLong()),
                found.path("total_capped").asBoolean() ? "+ jobs" : " jobs"));
  }
}
