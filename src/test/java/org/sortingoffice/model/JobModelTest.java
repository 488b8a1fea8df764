package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The job's state machine as the real statements make it, searched through by a machine. */
class JobModelTest {
  private static DataSource database;

  @BeforeAll
  static void start() {
    database = ModelDatabase.fresh("job_model");
  }

  @Test
  void whateverTheOrderOfEventsAJobIsDoneOnceAndNeverLost() {
    try (ModelDatabase connection = ModelDatabase.connect(database)) {
      Exploration.Report report =
          new Exploration(connection, Statements.real(), Scopes.ONE_JOB).run(1);

      assertThat(report.byState())
          .containsOnlyKeys("queued", "running", "succeeded", "failed", "dead_letter", "cancelled");
    }
  }

  @Test
  void whateverTheGateDoesAJobGoesThroughItAtLast() {
    try (ModelDatabase connection = ModelDatabase.connect(database)) {
      Exploration.Report report =
          new Exploration(connection, Statements.real(), Scopes.THE_GATE).run(1);

      assertThat(report.states()).isGreaterThan(50);
    }
  }

  /** Contract 29. */
  @Test
  void aProcessTakesOneJobAtATimeThatMayBeWhatKillsIt() {
    try (ModelDatabase connection = ModelDatabase.connect(database)) {
      Exploration.Report report =
          new Exploration(connection, Statements.real(), Scopes.SUSPECTS)
              .run(2, Scopes.TWO_SUSPECTS);

      assertThat(report.byState()).containsKeys("running", "succeeded", "dead_letter");
    }
  }

  /** Contract 29. */
  @Test
  void aJobThatMayKillItsWorkerIsTheProbeOnlyWhenNothingElseIsDue() {
    try (ModelDatabase connection = ModelDatabase.connect(database)) {
      Exploration.Report report =
          new Exploration(connection, Statements.real(), Scopes.PROBES)
              .run(2, Scopes.A_SUSPECT_AND_ANOTHER);

      assertThat(report.byState()).containsKeys("running", "succeeded", "dead_letter");
    }
  }

  /**
   * The seed of the second walk is new every time; a failure tells it, and -Dmodel.seed=.. repeats
   * it.
   */
  @Test
  void longWalksByChanceFindNothingEither() {
    try (ModelDatabase connection = ModelDatabase.connect(database)) {
      RandomWalk walk = new RandomWalk(connection, Statements.real(), Scopes.EVERYTHING, 4);
      for (long seed :
          new long[] {1, Long.getLong("model.seed", new Random().nextInt(1_000_000))}) {
        int differing = walk.walk(seed, 1_000);

        assertThat(differing).as("states seen with the seed %d", seed).isGreaterThan(200);
      }
    }
  }
}
