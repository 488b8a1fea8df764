package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A claim gives each lane of the queue its share, and leaves no slot free while there is work. */
class ClaimFromLanesTest {
  private static ModelDatabase database;

  @BeforeAll
  static void start() {
    database = ModelDatabase.connect(ModelDatabase.fresh("lanes"));
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static List<LaneShares.Scene> scenes() {
    return LaneShares.Scene.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void aClaimTakesFromBothLanes(LaneShares.Scene scene) {
    assertThat(new LaneShares(database).failure(scene, Statements.real())).isNull();
  }
}
