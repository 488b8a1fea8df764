package org.sortingoffice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tests of this package have teeth: each guard is taken out of its statement, and the test that
 * is there for it must notice.
 */
class GuardsTest {
  private static ModelDatabase database;
  private static Overlap overlap;
  private static ModelDatabase planner;
  private static List<Batches.Reached> scenes;

  @BeforeAll
  static void start() {
    DataSource own = ModelDatabase.fresh("guards");
    database = ModelDatabase.connect(own);
    scenes = Batches.Scene.all().stream().map(new Batches(database)::reach).toList();
    overlap = new Overlap(ModelDatabase.fresh("guards_overlaps"));
    planner = ModelDatabase.connectSimply(ModelDatabase.freshAddress("guards_plans"));
    Plan.showConditionsWhereRowsAreRead(planner);
  }

  @AfterAll
  static void stop() {
    overlap.close();
    planner.close();
    database.close();
  }

  static List<Mutant> mutants() {
    return Mutant.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void aRemovedGuardIsNoticed(Mutant mutant) {
    // It must fail for what it does, not because it is no SQL.
    Plan.of(mutant.statements().get(mutant.statement()), planner);
    boolean noticed =
        switch (mutant.check()) {
          case LATE_WRITES -> noticedByLateWrites(mutant);
          case EXPLORATION -> noticedByExploration(mutant, Scopes.ONE_JOB);
          case EXPLORATION_OF_THE_GATE -> noticedByExploration(mutant, Scopes.THE_GATE);
          case EXPLORATION_OF_SUSPECTS ->
              noticedByExploration(mutant, Scopes.SUSPECTS, Scopes.TWO_SUSPECTS);
          case EXPLORATION_OF_PROBES ->
              noticedByExploration(mutant, Scopes.PROBES, Scopes.A_SUSPECT_AND_ANOTHER);
          case BATCHES -> noticedByBatches(mutant);
          case ACCEPTANCES ->
              Acceptances.all().stream()
                  .anyMatch(
                      batch ->
                          new Acceptances(database).failure(batch, mutant.statements()) != null);
          case MARKS ->
              Marks.Scene.all().stream()
                  .anyMatch(
                      scene -> new Marks(database).failure(scene, mutant.statements()) != null);
          case LANES ->
              LaneShares.Scene.all().stream()
                  .anyMatch(
                      scene ->
                          new LaneShares(database).failure(scene, mutant.statements()) != null);
          case OVERLAP -> noticedByOverlap(mutant);
          case PLAN ->
              !WritingStatement.ALL
                  .get(mutant.statement())
                  .missing(Plan.of(mutant.statements().get(mutant.statement()), planner))
                  .isEmpty();
        };

    assertThat(noticed).as("%s notices %s", mutant.check().test(), mutant).isTrue();
  }

  @Test
  void theTableInTheDocumentationIsThis() throws IOException {
    Set<String> documented =
        Files.readAllLines(Path.of("docs/reliability.md")).stream()
            .filter(line -> line.matches("\\| `[a-z-]+\\.sql` \\|.*"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(documented)
        .as("the rows under \"Which test guards what\" in docs/reliability.md")
        .isEqualTo(
            mutants().stream()
                .map(
                    mutant ->
                        "| `%s.sql` | %s | `%s` |"
                            .formatted(mutant.statement(), mutant.guard(), mutant.check().test()))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static boolean noticedByLateWrites(Mutant mutant) {
    return Situation.all().stream()
        .anyMatch(
            situation ->
                !new LateWrites(database)
                    .effects(situation, mutant.statements(), mutant.statement())
                    .isEmpty());
  }

  private static boolean noticedByExploration(Mutant mutant, Scope scope) {
    try {
      new Exploration(database, mutant.statements(), scope).run(1);
      return false;
    } catch (ModelViolation noticed) {
      return true;
    }
  }

  private static boolean noticedByExploration(Mutant mutant, Scope scope, List<Action> way) {
    try {
      new Exploration(database, mutant.statements(), scope).run(2, way);
      return false;
    } catch (ModelViolation noticed) {
      return true;
    }
  }

  private static boolean noticedByBatches(Mutant mutant) {
    Batches batches = new Batches(database);
    return scenes.stream()
        .anyMatch(
            scene -> !batches.failures(scene, mutant.statements(), mutant.statement()).isEmpty());
  }

  private static boolean noticedByOverlap(Mutant mutant) {
    for (Overlap.Start start : Overlap.Start.all()) {
      JobModel.Moment from = overlap.reach(start);
      for (Action one : start.actions()) {
        for (Action two : start.actions()) {
          try {
            overlap.run(from, one, two, true, mutant.statements());
          } catch (AssertionError noticed) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
