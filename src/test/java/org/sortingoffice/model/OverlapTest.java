package org.sortingoffice.model;

import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of two that want the same job at the same moment, one wins and the other learns of it. */
class OverlapTest {
  private static Overlap overlap;

  @BeforeAll
  static void start() {
    DataSource database = ModelDatabase.fresh("overlaps");
    overlap = new Overlap(database);
  }

  @AfterAll
  static void stop() {
    overlap.close();
  }

  static List<Overlap.Start> starts() {
    return Overlap.Start.all();
  }

  @ParameterizedTest(name = "when {0}")
  @MethodSource("starts")
  void anyTwoAtOnceDoWhatTheyWouldDoOneAfterTheOther(Overlap.Start start) {
    JobModel.Moment from = overlap.reach(start);
    SoftAssertions all = new SoftAssertions();
    for (Action one : start.actions()) {
      for (Action two : start.actions()) {
        for (boolean commits : new boolean[] {true, false}) {
          try {
            overlap.run(from, one, two, commits, Statements.real());
          } catch (AssertionError wrong) {
            all.fail(
                "%s %s, and meanwhile %s: %s",
                one, commits ? "commits" : "is rolled back", two, wrong.getMessage());
          }
        }
      }
    }
    all.assertAll();
  }
}
