package org.sortingoffice.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the SQL files that a reader may rely on. */
class StatementsTest {
  private static final Path SQL = Path.of("src/main/resources/sql");

  static List<Path> statements() throws IOException {
    return files(SQL, ".sql");
  }

  static List<Path> routes() throws IOException {
    return files(Path.of("routes"), ".yaml");
  }

  @ParameterizedTest
  @MethodSource("statements")
  void aStatementOpensWithAComment(Path file) throws IOException {
    assertThat(Files.readString(file)).startsWith("-- ");
  }

  /** A worker's statement: it writes in the name of a job that it holds. */
  @ParameterizedTest
  @MethodSource("statements")
  void everyWriteOfAWorkerIsFencedByItsDelivery(Path file) throws IOException {
    String sql = withoutComments(Files.readString(file));
    if (sql.contains("variable.job.id") && isForManyRows(sql)) {
      assertThat(sql)
          .contains(
              "((id, delivery) in (select job_id, delivery from given)) is true and state = 'running'");
    } else if (sql.startsWith("update provider_gate")) {
      assertThat(sql)
          .contains(
              "where probe_job = :#${variable.job.id}::bigint"
                  + " and probe_delivery = :#${variable.job.delivery}::int");
    } else if (sql.contains("variable.job.id")) {
      assertThat(sql)
          .contains(
              "where id = :#${variable.job.id}::bigint and delivery = :#${variable.job.delivery}::int"
                  + " and state = 'running'");
    }
  }

  /** Two statements that lock the same rows in different orders would wait for each other. */
  @ParameterizedTest
  @MethodSource("statements")
  void aStatementForManyJobsLocksThemInTheOrderOfTheirIds(Path file) throws IOException {
    String sql = withoutComments(Files.readString(file));
    if (sql.contains("variable.job.id") && isForManyRows(sql)) {
      assertThat(sql).containsPattern("order by id\\s+for no key update");
    }
  }

  private static boolean isForManyRows(String sql) {
    return sql.contains("with ordinality");
  }

  @ParameterizedTest
  @MethodSource("statements")
  void aParameterIsNeverLookedUpByABareNameThatAHeaderCouldTake(Path file) throws IOException {
    assertThat(withoutComments(Files.readString(file))).doesNotContainPattern(":#(?!\\$\\{)");
  }

  /**
   * Without the count Camel asks the database about the parameters before each statement: half the
   * rate.
   */
  @ParameterizedTest
  @MethodSource("routes")
  void theNumberOfParametersIsGivenAndRight(Path file) throws IOException {
    String yaml = Files.readString(file);
    Matcher use =
        Pattern.compile(
                "uri: sql:classpath:sql/(\\S+)\\s+parameters:\\n((?:\\s+\\S.*\\n)*?)(?=\\s*(?:steps|- )|$)")
            .matcher(yaml + "\n");
    while (use.find()) {
      int expected = parameters(SQL.resolve(use.group(1)));
      Matcher given = Pattern.compile("parametersCount: (\\d+)").matcher(use.group(2));
      int count = given.find() ? Integer.parseInt(given.group(1)) : 0;
      assertThat(count).as("parametersCount of " + use.group(1)).isEqualTo(expected);
    }
  }

  private static int parameters(Path statement) throws IOException {
    return withoutComments(Files.readString(statement)).split(":#", -1).length - 1;
  }

  private static String withoutComments(String sql) {
    return sql.lines()
        .filter(line -> !line.strip().startsWith("--"))
        .collect(Collectors.joining("\n"));
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
