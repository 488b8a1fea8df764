package org.sortingoffice.torture;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The figures of a run and what was broken, in the order in which they were found. */
final class TortureReport {
  private static final int SHOWN_OF_A_RULE = 10;
  private static final int TRAILS = 10;

  private final Map<String, String> figures = new LinkedHashMap<>();
  private final Set<Violation> violations = new LinkedHashSet<>();

  void figure(String what, Object value) {
    figures.put(what, String.valueOf(value));
  }

  void add(List<Violation> found) {
    violations.addAll(found);
  }

  /** What was broken. */
  List<Violation> violations() {
    return List.copyOf(violations);
  }

  void print(PrintWriter out, Trail trail) throws SQLException {
    figures.forEach((what, value) -> out.printf("  %-46s %s%n", what, value));
    out.printf("  %-46s %d%n", "violations", violations.size());
    Map<String, Integer> shown = new LinkedHashMap<>();
    for (Violation violation : violations) {
      if (shown.merge(violation.rule(), 1, Integer::sum) <= SHOWN_OF_A_RULE) {
        out.println("VIOLATION " + violation);
      }
    }
    List<Long> jobs =
        violations.stream()
            .map(Violation::job)
            .filter(job -> job != 0)
            .distinct()
            .limit(TRAILS)
            .toList();
    for (long job : jobs) {
      out.println("What is known about job " + job + ":");
      trail.of(job).forEach(line -> out.println("  " + line));
    }
    out.flush();
  }
}
