package org.sortingoffice.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A statement of the application with values in the places of its parameters. */
final class StatementText {
  /** What a quiet worker would give, as SQL. */
  static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("bean:heldJobs?method=ask", "10"),
          Map.entry("bean:heldJobs?method=holdsSuspect", "'false'"),
          Map.entry("bean:providerGate?method=hasFallback", "'false'"),
          Map.entry("bean:workerName?method=name", "'planner'"),
          Map.entry("bean:lightMark?method=runAt", "'-infinity'"),
          Map.entry("bean:lightMark?method=id", "0"),
          Map.entry("bean:bulkMark?method=runAt", "'-infinity'"),
          Map.entry("bean:bulkMark?method=id", "0"),
          Map.entry("bean:lanes?method=turn", "0"),
          Map.entry("properties:claim.bulk.every", "'2'"),
          Map.entry("bean:retention?method=after", "0"),
          Map.entry("bean:retention?method=batch", "1000"),
          Map.entry("bean:retention?method=days", "30"),
          Map.entry("bean:retention?method=setAsideDays", "0"),
          Map.entry("properties:provider.timeout.millis", "'60000'"),
          Map.entry("properties:lease.seconds", "'30'"),
          Map.entry("properties:job.max.attempts", "'5'"),
          Map.entry("properties:job.max.age.seconds", "'86400'"),
          Map.entry("properties:retry.base.seconds", "'2'"),
          Map.entry("properties:retry.cap.seconds", "'60'"),
          Map.entry("properties:outbox.dead.letter", "''"),
          Map.entry("properties:outbox.retention.days", "'7'"),
          Map.entry("variable.channel", "'webhook'"),
          Map.entry("variable.batch", "10"),
          Map.entry("variable.maxAttempts", "16"),
          Map.entry("variable.leaseSeconds", "'30'"),
          Map.entry("variable.sender", "'planner'"));

  private static final Pattern PARAMETER = Pattern.compile(":#\\$\\{[^}]+}");

  private StatementText() {}

  /** The statement with these values. */
  static String read(String file, Map<String, String> values) throws IOException {
    String sql = withoutComments(file);
    for (Map.Entry<String, String> value : values.entrySet()) {
      sql = sql.replace(":#${" + value.getKey() + "}", value.getValue());
    }
    return sql;
  }

  /** The statement with $1, $2, .. in the places of its parameters. */
  static String numbered(String file) throws IOException {
    AtomicInteger number = new AtomicInteger();
    return PARAMETER
        .matcher(withoutComments(file))
        .replaceAll(found -> "\\$" + number.incrementAndGet());
  }

  private static String withoutComments(String file) throws IOException {
    return Files.readString(Path.of("src/main/resources/sql", file))
        .lines()
        .filter(line -> !line.startsWith("--"))
        .collect(Collectors.joining("\n"));
  }
}
