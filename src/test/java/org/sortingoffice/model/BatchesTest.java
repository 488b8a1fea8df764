package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that share a statement do what they would do one after the other. */
class BatchesTest {
  private static ModelDatabase database;

  @BeforeAll
  static void start() {
    database = ModelDatabase.connect(ModelDatabase.fresh("batches"));
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static List<Batches.Scene> scenes() {
    return Batches.Scene.all();
  }

  /** Also that exactly the holder's row has its effect beside a late one (contract 18). */
  @ParameterizedTest(name = "when {0}")
  @MethodSource("scenes")
  void twoRowsInOneStatementDoWhatTheyDoOneAfterTheOther(Batches.Scene scene) {
    Batches batches = new Batches(database);
    Batches.Reached reached = batches.reach(scene);

    assertThat(reached.pairs()).isNotEmpty();
    for (String statement : Batches.STATEMENTS) {
      assertThat(batches.failures(reached, Statements.real(), statement)).as(statement).isEmpty();
    }
  }

  static Stream<Arguments> acceptances() {
    return Acceptances.all().stream().map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("acceptances")
  void requestsInOneStatementAreAcceptedAsOneAfterTheOther(List<Acceptances.Request> batch) {
    assertThat(new Acceptances(database).failure(batch, Statements.real())).isNull();
  }

  @Test
  void everyWorkersStatementForManyRowsIsTried() {
    assertThat(Batches.STATEMENTS)
        .containsExactlyInAnyOrder("save-result", "finish-job", "park-job", "bury-job");
  }
}
