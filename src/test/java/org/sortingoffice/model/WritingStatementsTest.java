package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Every statement that writes is known, guarded by what it should be, and its callers look at what
 * it answered. What a statement writes, and under which conditions, is asked of PostgreSQL itself.
 */
class WritingStatementsTest {
  /** What may come right after a fenced write: something that looks at whether a row came back. */
  private static final Map<String, String> CHECKS =
      Map.of(
          "renew-leases", "leases.confirm(${variable.renewal}, ${body})",
          "release-jobs", "a split of the rows",
          "finish-job", "fence.finished",
          "park-job", "fence.ended",
          "bury-job", "fence.ended");

  private static final String FENCE = "fence.check";

  private static ModelDatabase database;

  @BeforeAll
  static void start() {
    database = ModelDatabase.connectSimply(ModelDatabase.freshAddress("writing_statements"));
    Plan.showConditionsWhereRowsAreRead(database);
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static List<String> statements() {
    return SqlStatement.names();
  }

  static Set<String> guarded() {
    return WritingStatement.ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("statements")
  void aStatementThatWritesIsKnownAsSuch(String name) {
    Plan plan = Plan.of(SqlStatement.read(name), database);

    WritingStatement known = WritingStatement.ALL.get(name);
    assertThat(plan.written())
        .as("enter %s.sql in WritingStatement, with what guards it", name)
        .isEqualTo(known == null ? Set.of() : known.tables());
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void aStatementThatWritesHasItsGuard(String name) {
    WritingStatement known = WritingStatement.ALL.get(name);
    Plan plan = Plan.of(SqlStatement.read(name), database);

    if (known.guards().isEmpty() && known.tables().contains("jobs")) {
      assertThat(plan.operations())
          .as("what has no guard changes no row that is there")
          .hasSize(1)
          .containsAnyOf("Insert", "Truncate");
    }
    assertThat(known.missing(plan))
        .as("guards that are in none of the conditions of %s.sql: %s", name, plan.conditions())
        .isEmpty();
  }

  @Test
  void everyWriteOfAWorkerIsTriedWhenItIsLate() {
    assertThat(LateWrites.writes(new Hand("worker", 1, 0)))
        .extracting(LateWrites::statement)
        .hasSameElementsAs(WritingStatement.ofWorkers());
  }

  @Test
  void whoeverCallsAWorkersStatementLooksAtWhetherARowCameBack() throws IOException {
    Set<String> called = new TreeSet<>();
    for (Path file : routes()) {
      called.addAll(checkCalls(file, Files.readString(file)));
    }
    assertThat(called).containsAll(WritingStatement.ofWorkers());
  }

  @Test
  void aRouteThatDoesNotLookIsNoticed() throws IOException {
    int routes = 0;
    for (Path file : routes()) {
      String yaml = Files.readString(file);
      if (yaml.contains("ref: fence")) {
        routes++;
        assertThatThrownBy(() -> checkCalls(file, yaml.replace("ref: fence", "ref: other")))
            .isInstanceOf(AssertionError.class)
            .hasMessageContaining("has to look at whether a row came back");
      }
    }
    assertThat(routes).isPositive();
  }

  @Test
  void aRouteHasItsStatementsInFiles() throws IOException {
    for (Path file : routes()) {
      assertThat(
              Files.readAllLines(file).stream()
                  .filter(line -> line.matches(".*uri: (group-)?sql:.*")))
          .as("%s", file)
          .allMatch(line -> line.matches(".*uri: (group-)?sql:classpath:sql/[a-z-]+\\.sql"));
    }
  }

  @Test
  void aStatementForManyRowsIsRunByGroupSql() throws IOException {
    Pattern call = Pattern.compile("uri: ([a-z-]+):classpath:sql/([a-z-]+)\\.sql");
    for (Path file : routes()) {
      call.matcher(Files.readString(file))
          .results()
          .forEach(
              found ->
                  assertThat(found.group(1))
                      .as("the component that runs %s.sql in %s", found.group(2), file)
                      .isEqualTo(
                          SqlStatement.read(found.group(2)).isForManyRows() ? "group-sql" : "sql"));
    }
  }

  private static List<Path> routes() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("routes"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
  }

  private static List<String> checkCalls(Path file, String yaml) {
    return checkCalls(
        file,
        new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromString(yaml));
  }

  /** The workers' statements that are called somewhere below, each followed by its check. */
  private static List<String> checkCalls(Path file, Object yaml) {
    List<String> called = new ArrayList<>();
    if (yaml instanceof Map<?, ?> map) {
      map.values().forEach(value -> called.addAll(checkCalls(file, value)));
    } else if (yaml instanceof List<?> steps) {
      for (int i = 0; i < steps.size(); i++) {
        String statement = workersStatement(steps.get(i));
        if (statement != null) {
          called.add(statement);
          String next = i + 1 < steps.size() ? check(steps.get(i + 1)) : "nothing";
          if (!next.equals(CHECKS.getOrDefault(statement, FENCE))) {
            fail(
                "%s: after %s.sql comes %s: a worker has to look at whether a row came back",
                file, statement, next);
          }
        }
        called.addAll(checkCalls(file, steps.get(i)));
      }
    }
    return called;
  }

  private static String workersStatement(Object step) {
    return step instanceof Map<?, ?> map && map.get("to") instanceof Map<?, ?> to
        ? WritingStatement.ofWorkers().stream()
            .filter(name -> isUriOf(name, to.get("uri")))
            .findFirst()
            .orElse(null)
        : null;
  }

  private static boolean isUriOf(String statement, Object uri) {
    return String.valueOf(uri).matches("(group-)?sql:classpath:sql/" + statement + "\\.sql");
  }

  private static String check(Object step) {
    Map<?, ?> map = (Map<?, ?>) step;
    if (map.get("bean") instanceof Map<?, ?> bean) {
      return bean.get("ref") + "." + bean.get("method");
    }
    if (map.get("split") instanceof Map<?, ?> split) {
      return split.get("expression").toString().equals("{simple={expression=${body}}}")
          ? "a split of the rows"
          : "a split";
    }
    return map.keySet().toString();
  }
}
