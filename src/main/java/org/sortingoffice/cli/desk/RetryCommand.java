package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.sortingoffice.cli.CommandFailure;
import org.sortingoffice.cli.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends jobs again: some by their numbers, or all that a filter means as one redrive. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    description = {
      "Sends jobs again: those with these numbers, or all that a filter means, as one redrive at a pace.",
      "Of a redrive it first shows what would be sent, and asks. It then goes on at the office by itself; Ctrl-C only ends"
          + " the watching."
    })
final class RetryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OfficeOptions office;
  @Mixin private FilterOptions filter;

  @Parameters(arity = "0..*", paramLabel = "JOB", description = "The numbers of jobs.")
  private List<Long> jobs = List.of();

  @Option(names = "--all", description = "All that was set aside, where no filter is given.")
  private boolean all;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why; it stands in the history. A redrive needs one.")
  private String reason;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "How many jobs a second a redrive sends; 10 when not given.")
  private BigDecimal rate;

  @Option(names = "--dry-run", description = "Only show what a redrive would send.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Option(names = "--detach", description = "Do not wait for the end of the redrive.")
  private boolean detach;

  @Option(names = "--json", description = "As the API answers, for programs.")
  private boolean asJson;

  private final ObjectMapper json = new ObjectMapper();
  private final Terminal terminal;

  /** With the terminal of this process. */
  RetryCommand() {
    this(Terminal.ofProcess());
  }

  /**
   * @param terminal who is asked, and sees the progress
   */
  RetryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (jobs.isEmpty() == (filter.isEmpty() && !all)) {
      throw new ParameterException(
          spec.commandLine(),
          jobs.isEmpty()
              ? "Name jobs by their numbers, or give a filter (--group, --error, ..), or --all."
              : "Give either the numbers of jobs or a filter.");
    }
    return jobs.isEmpty() ? redrive() : retry();
  }

  private int retry() {
    OfficeClient client = office.client();
    Story story = Story.of(spec);
    ObjectNode body = reason == null ? null : json.createObjectNode().put("reason", reason);
    ArrayNode answers = json.createArrayNode();
    int exitCode = ExitCodes.OK;
    for (long job : jobs) {
      try {
        answers.add(client.post("/v1/jobs/%d/retry".formatted(job), body));
        if (!asJson) {
          story.say("Job %d is queued again.".formatted(job));
        }
      } catch (CommandFailure refused) {
        if (jobs.size() == 1) {
          throw refused;
        }
        story.err().println("Job %d: %s".formatted(job, refused.getMessage()));
        exitCode = exitCode == ExitCodes.OK ? refused.exitCode() : exitCode;
      }
    }
    if (asJson) {
      story.json(jobs.size() == 1 ? answers.get(0) : answers);
    }
    return exitCode;
  }

  private int redrive() throws InterruptedException {
    OfficeClient client = office.client();
    Story story = Story.of(spec);
    ObjectNode request = json.createObjectNode();
    request.set("filter", filter.json());
    request.put("rate_per_second", rate == null ? BigDecimal.TEN : rate);
    JsonNode trial = client.post("/v1/redrives", request.deepCopy().put("dry_run", true));
    if (dryRun && asJson) {
      story.json(trial);
    } else if (!asJson) {
      show(trial, story);
    }
    if (trial.path("count").asLong() == 0) {
      return ExitCodes.NOTHING;
    }
    if (dryRun) {
      return ExitCodes.OK;
    }
    refuseWhereAnotherIsUnderWay(trial);
    request.put("reason", reason());
    if (!agreed(trial)) {
      story.say("Nothing was sent.");
      return ExitCodes.OK;
    }
    request.set("as_of", trial.path("as_of"));
    request.set("expected_count", trial.path("count"));
    JsonNode started = client.postOnce("/v1/redrives", request, UUID.randomUUID().toString());
    return watched(started, client, story);
  }

  private int watched(JsonNode started, OfficeClient client, Story story)
      throws InterruptedException {
    RedriveWatch watch = new RedriveWatch(client, story, terminal, asJson);
    if (detach) {
      return watch.leave(started);
    }
    return watch.untilItsEnd(started.path("redrive_id").asLong());
  }

  private void show(JsonNode trial, Story story) {
    long count = trial.path("count").asLong();
    if (count == 0) {
      story.say("Nothing that was set aside matches.");
      return;
    }
    double pace = rate == null ? BigDecimal.TEN.doubleValue() : rate.doubleValue();
    story.say(
        "%s would be sent again at %s a second, in about %s:"
            .formatted(
                Wording.jobs(count),
                rate == null ? "10" : rate.toPlainString(),
                Wording.span(count / pace)));
    for (JsonNode sample : trial.path("samples")) {
      story.say(
          "  %-8s %s"
              .formatted(
                  Wording.text(sample.path("job_id")),
                  story.wording().brief(sample.path("last_error"))));
    }
    if (count > trial.path("samples").size()) {
      story.say("  ..");
    }
  }

  private static void refuseWhereAnotherIsUnderWay(JsonNode trial) {
    if (trial.path("redrive_id").isNumber()) {
      long other = trial.path("redrive_id").asLong();
      throw new CommandFailure(
          ExitCodes.CONFLICT,
          "Redrive %d of these jobs is under way. Watch it with dead-letters redrive %d, or end it with --cancel there."
              .formatted(other, other));
    }
  }

  private String reason() {
    String given = reason;
    if (given == null && terminal.attached()) {
      given = terminal.ask("Why? It stands in the history:");
    }
    if (given == null || given.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "A redrive needs a --reason: it stands in the history.");
    }
    return given;
  }

  private boolean agreed(JsonNode trial) {
    if (yes) {
      return true;
    }
    if (!terminal.attached()) {
      throw new ParameterException(
          spec.commandLine(), "There is no terminal to ask at: add --yes if that is meant.");
    }
    return terminal
        .ask(
            "Send %s again? Type yes to go on:"
                .formatted(Wording.jobs(trial.path("count").asLong())))
        .equals("yes");
  }
}
