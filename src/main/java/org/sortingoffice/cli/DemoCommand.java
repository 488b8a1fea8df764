package org.sortingoffice.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.sortingoffice.demo.Demo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the two promises on a database of its own. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows in about 10 seconds, on a database of its own, that a request sent twice makes one ticket and that a job"
          + " delivered twice around a crash has its effect once.",
      "Ends with 1 when any figure is not as promised."
    })
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--naive", description = "Show what a worker without the rules does instead.")
  private boolean naive;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    try (TemporaryFolder folder = TemporaryFolder.named("sorting-office-demo")) {
      Demo demo = new Demo(out, folder.path());
      List<String> wrong = naive ? demo.runNaive() : demo.run();
      wrong.forEach(figure -> out.println("NOT AS PROMISED: " + figure));
      if (wrong.isEmpty()) {
        out.println(naive ? "That is what the rules are for." : "All as promised.");
      }
      out.flush();
      return wrong.isEmpty() ? 0 : 1;
    }
  }
}
