package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.sortingoffice.api.DeadLetterTable;
import org.sortingoffice.cli.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** All jobs that match, for a spreadsheet or a program. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes all jobs that match, the latest first: as CSV, or one JSON object a line.",
      "In CSV a text that a spreadsheet would take for a formula gets an apostrophe before it."
    })
final class ExportCommand implements Callable<Integer> {
  /** How it is written. */
  enum Format {
    csv,
    jsonl
  }

  @Spec private CommandSpec spec;
  @Mixin private OfficeOptions office;
  @Mixin private FilterOptions filter;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "csv",
      description = "${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} when not given.")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write; the standard output when not given.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    if (output == null) {
      write(spec.commandLine().getOut());
      return ExitCodes.OK;
    }
    long jobs;
    try (PrintWriter file =
        new PrintWriter(Files.newBufferedWriter(output, StandardCharsets.UTF_8))) {
      jobs = write(file);
      if (file.checkError()) {
        throw new CommandFailure(ExitCodes.FAILED, output + " could not be written to its end.");
      }
    } catch (IOException failure) {
      throw new CommandFailure(
          ExitCodes.FAILED, "%s cannot be written: %s".formatted(output, failure.getMessage()));
    }
    Story.of(spec).err().println("%s in %s".formatted(Wording.jobs(jobs), output));
    return ExitCodes.OK;
  }

  private long write(PrintWriter out) throws IOException {
    DeadLetterPages pages = new DeadLetterPages(office.client(), filter.parameters());
    return format == Format.csv ? csv(pages, out) : lines(pages, out);
  }

  private static long csv(DeadLetterPages pages, PrintWriter out) throws IOException {
    DeadLetterTable table = new DeadLetterTable(out);
    long[] jobs = {0};
    pages.forEach(
        Long.MAX_VALUE,
        page -> {
          for (JsonNode job : page.path("jobs")) {
            print(job, table);
            jobs[0]++;
          }
          // Whoever read it has gone away: head, for example.
          return !out.checkError();
        });
    table.flush();
    return jobs[0];
  }

  private static void print(JsonNode job, DeadLetterTable table) {
    try {
      table.print(column -> Wording.text(job.path(column)));
    } catch (IOException failure) {
      throw new CommandFailure(ExitCodes.FAILED, "It cannot be written: " + failure.getMessage());
    }
  }

  private static long lines(DeadLetterPages pages, PrintWriter out) {
    long[] jobs = {0};
    pages.forEach(
        Long.MAX_VALUE,
        page -> {
          for (JsonNode job : page.path("jobs")) {
            out.println(job);
            jobs[0]++;
          }
          return !out.checkError();
        });
    return jobs[0];
  }
}
