package org.sortingoffice.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.cli.desk.DeadLettersCommand;
import org.sortingoffice.office.StartupFailure;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: one subcommand for each thing that a person may want to start. */
@Command(
    name = "sorting-office",
    description = "Carries support tickets through AI work and never loses or doubles one.",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    synopsisSubcommandLabel = "<command>",
    subcommands = {
      ServeCommand.class,
      SimulatorCommand.class,
      DemoCommand.class,
      BurstCommand.class,
      LoadCommand.class,
      MigrateCommand.class,
      KeysCommand.class,
      DeadLettersCommand.class
    })
public final class SortingOfficeCommand {
  private static final Logger LOG = LoggerFactory.getLogger(SortingOfficeCommand.class);

  private SortingOfficeCommand() {}

  /**
   * Runs a command line.
   *
   * @param args the arguments; none means serve
   * @return the exit code
   */
  public static int run(String... args) {
    return commandLine().execute(args.length == 0 ? new String[] {"serve"} : args);
  }

  /** All commands, with what they say when they fail. */
  public static CommandLine commandLine() {
    return new CommandLine(new SortingOfficeCommand())
        .setParameterExceptionHandler(SortingOfficeCommand::correct)
        .setExecutionExceptionHandler(SortingOfficeCommand::explain);
  }

  /** What is wrong in one line, and where to read more: a page of help would hide it. */
  private static int correct(CommandLine.ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    command.getErr().println(command.getColorScheme().errorText(wrong.getMessage()));
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
    command.getErr().println("See %s --help.".formatted(command.getCommandSpec().qualifiedName()));
    return CommandLine.ExitCode.USAGE;
  }

  private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (failure instanceof CommandFailure known) {
      command.getErr().println(command.getColorScheme().errorText(known.getMessage()));
      return known.exitCode();
    }
    if (failure instanceof StartupFailure known) {
      command.getErr().println(command.getColorScheme().errorText(known.getMessage()));
      LOG.debug("why it failed", known);
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw failure;
  }
}
