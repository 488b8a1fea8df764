package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemsTest {

  private final ProblemJson json = new ProblemJson();

  /** Codes and statuses are promised to clients (contract 11). */
  @ParameterizedTest
  @CsvSource({
    "unreadable_json,400",
    "duplicate_member,400",
    "unknown_parameter,400",
    "idempotency_key_invalid,400",
    "invalid_request,422",
    "idempotency_key_reused,422",
    "unauthorized,401",
    "permission_denied,403",
    "foreign_page,403",
    "ticket_not_found,404",
    "job_not_found,404",
    "not_found,404",
    "method_not_allowed,405",
    "request_timeout,408",
    "request_in_progress,409",
    "job_not_retryable,409",
    "job_not_cancellable,409",
    "body_too_large,413",
    "unsupported_media_type,415",
    "unsupported_encoding,415",
    "own_share_used_up,429",
    "headers_too_large,431",
    "internal_error,500",
    "queue_full,503",
    "database_unavailable,503"
  })
  void every_promised_code_has_its_status(String code, int status) {
    assertThat(Problems.values())
        .extracting(Problems::problem)
        .filteredOn(problem -> problem.code().equals(code))
        .extracting(Problem::status)
        .containsExactly(status);
  }

  @ParameterizedTest
  @EnumSource
  void every_problem_is_written_with_the_members_of_rfc_9457(Problems kind) throws IOException {
    Problem problem = kind.problem();

    JsonNode written = new ObjectMapper().readTree(json.bytes(problem));

    assertThat(written.fieldNames())
        .toIterable()
        .containsExactly("type", "title", "status", "detail", "code");
    assertThat(written.get("type").textValue())
        .isEqualTo("urn:sorting-office:problem:" + problem.code());
    assertThat(written.get("status").intValue()).isEqualTo(problem.status());
    assertThat(written.get("title").textValue()).isNotBlank();
    assertThat(written.get("detail").textValue()).endsWith(".");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"REQUEST_IN_PROGRESS", "QUEUE_FULL", "DATABASE_UNAVAILABLE", "OWN_SHARE_USED_UP"})
  void who_may_come_back_is_told_when(Problems kind) {
    assertThat(kind.problem().headers()).containsKey("Retry-After");
    assertThat(kind.problem().retryAfter(7).headers()).containsEntry("Retry-After", "7");
  }

  @Test
  void a_405_names_the_methods_that_are_allowed() {
    assertThat(Problems.methodNotAllowed("GET", "HEAD").headers())
        .isEqualTo(Map.of("Allow", "GET, HEAD"));
  }

  @Test
  void field_errors_are_written_with_escaped_pointers() throws IOException {
    JsonPointer place = JsonPointer.empty().appendProperty("a/b").appendProperty("c~\"d");
    Problem problem =
        Problems.INVALID_REQUEST
            .problem()
            .withErrors(List.of(FieldError.at(place, "too_long", "shorten it")));

    assertThat(new ObjectMapper().readTree(json.bytes(problem)).get("errors"))
        .hasToString(
            "[{\"pointer\":\"/a~1b/c~0\\\"d\",\"code\":\"too_long\",\"detail\":\"shorten it\"}]");
  }

  @Test
  void a_detail_for_the_occasion_keeps_code_status_and_headers() {
    Problem usual = Problems.QUEUE_FULL.problem();

    assertThat(Problems.QUEUE_FULL.because("It holds 5000 jobs."))
        .isEqualTo(
            new Problem(
                503,
                "queue_full",
                usual.title(),
                "It holds 5000 jobs.",
                List.of(),
                usual.headers()));
  }

  @Test
  void a_refusal_costs_no_stack_trace() {
    assertThat(Problems.PERMISSION_DENIED.toException().getStackTrace()).isEmpty();
    assertThat(Problems.PERMISSION_DENIED.toException())
        .hasMessageStartingWith("permission_denied: ");
  }
}
