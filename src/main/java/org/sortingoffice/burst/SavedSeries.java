package org.sortingoffice.burst;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The series of the last run of each rule, as CSV files beside the chart. */
final class SavedSeries {
  private static final String HEADER =
      "seconds,accepted,succeeded,waiting,running,dead_letters,calls,refused";

  private final Path folder;

  SavedSeries(Path folder) {
    this.folder = folder;
  }

  /** Saves a run's series in place of the one before. */
  Path save(Run run) throws IOException {
    String rows = run.series().rows().stream().map(SavedSeries::line).collect(Collectors.joining());
    return Files.writeString(file(run.rule()), HEADER + "\n" + rows);
  }

  /**
   * The last series of a rule, if there is one.
   *
   * @throws IOException when there is a file but no series in it
   */
  Optional<Series> of(Rule rule) throws IOException {
    Path file = file(rule);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    try {
      if (!lines.isEmpty() && lines.get(0).equals(HEADER)) {
        return Optional.of(new Series(lines.stream().skip(1).map(SavedSeries::row).toList()));
      }
    } catch (IllegalArgumentException unreadable) {
      // Told below.
    }
    throw new IOException(
        "%s does not hold a series of this experiment. Delete it, or choose another folder with --out."
            .formatted(file));
  }

  private Path file(Rule rule) {
    return folder.resolve("burst-%s.csv".formatted(rule.name().toLowerCase(Locale.ROOT)));
  }

  private static String line(Row row) {
    return String.format(
        Locale.ROOT,
        "%.1f,%d,%d,%d,%d,%d,%d,%d%n",
        row.seconds(),
        row.accepted(),
        row.succeeded(),
        row.waiting(),
        row.running(),
        row.deadLetters(),
        row.calls(),
        row.refused());
  }

  private static Row row(String line) {
    String[] fields = line.split(",");
    if (fields.length != 8) {
      throw new IllegalArgumentException(line);
    }
    return new Row(
        Double.parseDouble(fields[0]),
        Integer.parseInt(fields[1]),
        Integer.parseInt(fields[2]),
        Integer.parseInt(fields[3]),
        Integer.parseInt(fields[4]),
        Integer.parseInt(fields[5]),
        Integer.parseInt(fields[6]),
        Integer.parseInt(fields[7]));
  }
}
