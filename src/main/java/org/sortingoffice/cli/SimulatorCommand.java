package org.sortingoffice.cli;

import java.util.concurrent.Callable;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Starts the simulated provider alone. */
@Command(
    name = "simulator",
    mixinStandardHelpOptions = true,
    description =
        "Starts the simulated provider alone, an OpenAI-compatible server that can be told to misbehave.")
final class SimulatorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Running running = new Running("close-simulator");
    Simulator simulator = running.open(() -> Simulator.start(SimulatorSettings.defaults()));
    spec.commandLine()
        .getOut()
        .println("The simulator answers at " + simulator.baseUrl() + ". Ctrl-C stops it.");
    spec.commandLine().getOut().flush();
    running.untilStopped();
    return 0;
  }
}
