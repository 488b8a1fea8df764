package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.apache.camel.RuntimeCamelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemDiagnosisTest {

  private final ProblemDiagnosis diagnosis = new ProblemDiagnosis();

  @Test
  void a_refusal_is_itself_however_deep_it_is_wrapped() {
    Problem refusal = Problems.PERMISSION_DENIED.because("Only ops may do this.");

    assertThat(diagnosis.diagnose(wrapped(refusal.toException()))).isSameAs(refusal);
  }

  @Test
  void a_lock_timeout_means_that_the_twin_is_still_at_work() {
    Problem problem = diagnosis.diagnose(wrapped(new SQLException("lock timeout", "55P03")));

    assertThat(problem.code()).isEqualTo("request_in_progress");
    assertThat(problem.headers()).containsEntry("Retry-After", "1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08000", "08001", "08003", "08006", "57P01", "57P02", "57P03", "53100", "53200", "53300",
        "25006", "57014", "40001", "40P01"
      })
  void what_passes_by_itself_is_the_database_being_away(String state) {
    Problem problem = diagnosis.diagnose(wrapped(new SQLException("secret-host", state)));

    assertThat(problem.code()).isEqualTo("database_unavailable");
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.headers()).containsKey("Retry-After");
    assertThat(problem.toString()).doesNotContain("secret-host");
  }

  @Test
  void an_exhausted_pool_is_the_database_being_away() {
    assertThat(diagnosis.diagnose(wrapped(new SQLTransientConnectionException("no state"))).code())
        .isEqualTo("database_unavailable");
  }

  @Test
  void the_error_behind_a_failed_batch_is_found() {
    BatchUpdateException batch = new BatchUpdateException("batch", "XX000", new int[0]);
    batch.setNextException(new SQLException("lock timeout", "55P03"));

    assertThat(diagnosis.diagnose(batch).code()).isEqualTo("request_in_progress");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"23505", "42P01", "22021", ""})
  void any_other_database_error_is_our_own_fault_and_gives_nothing_away(String state) {
    Problem problem = diagnosis.diagnose(new SQLException("relation secret", state));

    assertThat(problem).isEqualTo(Problems.INTERNAL_ERROR.problem());
  }

  @Test
  void an_unknown_failure_gives_nothing_away() {
    assertThat(diagnosis.diagnose(new IllegalStateException("secret")))
        .isEqualTo(Problems.INTERNAL_ERROR.problem());
    assertThat(diagnosis.diagnose(null)).isEqualTo(Problems.INTERNAL_ERROR.problem());
  }

  @Test
  void causes_that_form_a_ring_come_to_an_end() {
    Exception one = new Exception("one");
    Exception two = new Exception("two", one);
    one.initCause(two);

    assertThat(diagnosis.diagnose(one).code()).isEqualTo("internal_error");
  }

  private static Exception wrapped(Exception cause) {
    return new RuntimeCamelException(new IllegalStateException("outer", cause));
  }
}
