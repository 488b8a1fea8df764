package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.Callable;
import org.sortingoffice.cli.Terminal;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One redrive: watching it, and stopping it. */
@Command(
    name = "redrive",
    mixinStandardHelpOptions = true,
    description = "Watches a redrive to its end, or pauses, resumes or cancels it.")
final class RedriveCommand implements Callable<Integer> {
  /** What can be done with a redrive, one at a time. */
  static final class Change {
    @Option(names = "--pause", description = "Send nothing more until it is resumed.")
    private boolean pause;

    @Option(names = "--resume", description = "Go on, and watch.")
    private boolean resume;

    @Option(names = "--cancel", description = "End it; what was not sent stays set aside.")
    private boolean cancel;

    private String path() {
      return pause ? "/pause" : resume ? "/resume" : "/cancel";
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private OfficeOptions office;

  @ArgGroup private Change change;

  @Parameters(paramLabel = "REDRIVE", description = "The number of the redrive.")
  private long redrive;

  @Option(names = "--detach", description = "Show it as it is now, and do not wait for its end.")
  private boolean detach;

  @Option(names = "--json", description = "As the API answers, for programs.")
  private boolean asJson;

  @Override
  public Integer call() throws InterruptedException {
    OfficeClient client = office.client();
    String path = "/v1/redrives/" + redrive;
    JsonNode now =
        change == null ? client.get(path, Map.of()) : client.post(path + change.path(), null);
    RedriveWatch watch = new RedriveWatch(client, Story.of(spec), Terminal.ofProcess(), asJson);
    boolean stopped = change != null && !change.resume;
    return detach || stopped ? watch.leave(now) : watch.untilItsEnd(redrive);
  }
}
