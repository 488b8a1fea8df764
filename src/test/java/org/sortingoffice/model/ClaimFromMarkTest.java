package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A claim that reads on from a mark leaves out what lies before it, and nothing else. */
class ClaimFromMarkTest {
  private static ModelDatabase database;

  @BeforeAll
  static void start() {
    database = ModelDatabase.connect(ModelDatabase.fresh("marks"));
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static List<Marks.Scene> scenes() {
    return Marks.Scene.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void aClaimTakesWhatLiesBehindTheMark(Marks.Scene scene) {
    assertThat(new Marks(database).failure(scene, Statements.real())).isNull();
  }
}
