package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A worker that lost its job changes no row of any table, whatever it writes (contract 18). */
class LateWritesTest {
  private static ModelDatabase database;

  @BeforeAll
  static void start() {
    database = ModelDatabase.connect(ModelDatabase.fresh("late_writes"));
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static Stream<Arguments> lateWrites() {
    return WritingStatement.ofWorkers().stream()
        .flatMap(
            statement ->
                Situation.all().stream().map(situation -> Arguments.of(statement, situation)));
  }

  @ParameterizedTest(name = "{0} for a job when {1}")
  @MethodSource("lateWrites")
  void changesNothing(String statement, Situation situation) {
    List<String> effects =
        new LateWrites(database).effects(situation, Statements.real(), statement);

    assertThat(effects).isEmpty();
  }
}
