package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

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

      System.out.println(report);
      assertThat(report.byState())
          .containsOnlyKeys("queued", "running", "succeeded", "failed", "dead_letter", "cancelled");
    }
  }

  @Test
  void whateverTheGateDoesAJobGoesThroughItAtLast() {
    try (ModelDatabase connection = ModelDatabase.connect(database)) {
      Exploration.Report report =
          new Exploration(connection, Statements.real(), Scopes.THE_GATE).run(1);

      System.out.println(report);
      assertThat(report.states()).isGreaterThan(50);
    }
  }
}
