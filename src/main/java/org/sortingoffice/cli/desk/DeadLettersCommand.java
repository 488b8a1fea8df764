package org.sortingoffice.cli.desk;

import picocli.CommandLine.Command;

/** The dead letter desk. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "<command>",
    description = {
      "Looks at jobs that were set aside and sends them again, at an office that is running.",
      "The API key is taken from the environment (SORTING_OFFICE_KEY) or a file (--key-file)."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all was done",
      "1:the office could not be reached, or something went wrong there",
      "2:the command was called wrongly",
      "3:nothing matches, or there is no such job",
      "4:the API key is missing, unknown, or has not the role",
      "5:somebody was first: another state, another number of jobs, or a redrive in the way",
      "6:the redrive did not send all: some were skipped, or it was cancelled"
    },
    subcommands = {
      GroupsCommand.class,
      ListCommand.class,
      ShowCommand.class,
      RetryCommand.class,
      RedriveCommand.class,
      ExportCommand.class
    })
public final class DeadLettersCommand {}
