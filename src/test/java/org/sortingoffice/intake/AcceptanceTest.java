package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptanceTest {

  private final AcceptedAnswer answer = new AcceptedAnswer();

  @Test
  void a_new_ticket_is_answered_with_its_place_in_the_queue_and_its_links() {
    assertThat(answer.json(new Acceptance(1, 500_001, "queued", false, 3)))
        .isEqualTo(
            "{\"ticket_id\":\"T-500001\",\"job_id\":1,\"state\":\"queued\",\"position\":3,"
                + "\"links\":{\"job\":\"/v1/jobs/1\",\"ticket\":\"/v1/tickets/T-500001\"}}");
  }

  @Test
  void a_replay_of_a_finished_job_has_no_position() {
    assertThat(answer.json(new Acceptance(9_000_000_000L, 500_002, "succeeded", true, null)))
        .contains("\"job_id\":9000000000,", "\"state\":\"succeeded\",\"position\":null,");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 500_001, Long.MAX_VALUE})
  void a_ticket_id_is_read_as_it_is_written(long number) {
    assertThat(TicketId.parse(new TicketId(number).toString())).contains(new TicketId(number));
  }

  @Test
  void a_ticket_id_has_the_number_after_its_prefix() {
    assertThat(new TicketId(500_001)).hasToString("T-500001");
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "T-0500001",
        "T-0",
        "T-",
        "t-500001",
        "500001",
        "T-500001 ",
        " T-500001",
        "T-500001\n",
        "T--1",
        "T-+1",
        "T-1.0",
        "T-1e3",
        "T-9223372036854775808",
        "T-99999999999999999999",
        "T-٥٠٠٠٠١"
      })
  void any_other_spelling_is_no_ticket_id(String text) {
    assertThat(TicketId.parse(text)).isEmpty();
  }

  @Test
  void there_is_no_ticket_below_one() {
    assertThatThrownBy(() -> new TicketId(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
