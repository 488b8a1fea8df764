package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/** The rules of the torture run see what they are for: each damage is found, by its rule. */
class RulesTest {
  private static DataSource database;

  private final ObjectMapper json = new ObjectMapper();
  private TestRows rows;

  @BeforeAll
  static void makeTables() {
    database = TestDatabase.migratedDataSource("torture_rules");
  }

  /**
   * Job 1 succeeded at its fourth delivery: the first was lost after classify, the second and third
   * waited and share a line.
   */
  @BeforeEach
  void oneGoodJob() {
    rows = new TestRows(database);
    rows.change("truncate tickets, jobs, ai_runs, ticket_embeddings, deliveries cascade");
    rows.change(
        "insert into tickets (number, customer_id, subject, body, team, priority, draft_reply)"
            + " values (500001, 'C-1', 's', 'b', 'billing', 2, 'hello')");
    rows.change(
        "insert into jobs (id, ticket_number, actor, idempotency_key, request_sha256, state, attempt, delivery, finished_at)"
            + " values (1, 500001, 'customer:C-1', 'k', 'x', 'succeeded', 2, 4, now())");
    rows.change(
        "insert into ai_runs (job_id, task, output, delivery) values"
            + " (1, 'classify', '{\"team\":\"billing\",\"priority\":2}', 1),"
            + " (1, 'draft_reply', '{\"reply\":\"hello\"}', 4),"
            + " (1, 'embed', '\"vector m\"', 4)");
    rows.change(
        "insert into ticket_embeddings values (500001, 'm', decode(repeat('0000003f', 384), 'hex'))");
    rows.change(
        "insert into deliveries (job_id, delivery, attempt, worker, started_at, ended_at, outcome, wait_reason, repeats)"
            + " values (1, 1, 1, 'w', now() - interval '1 s', now(), 'lost', null, 1),"
            + " (1, 3, 2, 'w', now() - interval '1 s', now(), 'waiting', 'rate_limited', 2),"
            + " (1, 4, 2, 'w', now() - interval '1 s', now(), 'succeeded', null, 1)");
  }

  @Test
  void aGoodJobBreaksNoRule() throws SQLException {
    assertThat(new RowRules(database).violations()).isEmpty();
    assertThat(callRules(goodCalls())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "every accepted job comes to an end|update jobs set state = 'queued', finished_at = null",
        "every accepted job comes to an end"
            + "|update jobs set state = 'running', finished_at = null, locked_by = 'w', lease_until = now()",
        "one ticket and one job for each key|insert into tickets (number, customer_id, subject, body) values (1, 'C-1', 's', 'b')",
        "one result for a job and step, and all three for one that succeeded"
            + "|delete from ai_runs where task = 'embed'",
        "one result for a job and step, and all three for one that succeeded"
            + "|update ai_runs set job_id = null where task = 'embed'",
        "results are made in the order of the steps|update ai_runs set delivery = 5 where task = 'classify'",
        "what stands on the ticket is the saved result|update tickets set team = 'delivery'",
        "what stands on the ticket is the saved result|update tickets set priority = 1",
        "what stands on the ticket is the saved result|update tickets set draft_reply = 'hello again'",
        "what stands on the ticket is the saved result|delete from ticket_embeddings",
        "what stands on the ticket is the saved result|update ticket_embeddings set vector = '\\x0000803f'",
        "what stands on the ticket is the saved result|update ticket_embeddings set model = 'n'",
        "every delivery has its line in the history, with an end, and none is missing between"
            + "|delete from deliveries where delivery = 1",
        "every delivery has its line in the history, with an end, and none is missing between"
            + "|update deliveries set repeats = 1 where delivery = 3",
        "every delivery has its line in the history, with an end, and none is missing between"
            + "|delete from deliveries where delivery = 4",
        "every delivery has its line in the history, with an end, and none is missing between"
            + "|update deliveries set ended_at = started_at - interval '1 s'",
        "the last delivery ended as its job did|update jobs set state = 'failed'",
        "the last delivery ended as its job did|update deliveries set outcome = 'succeeded' where delivery = 1",
        "attempts count what they should, and end at the maximum|update jobs set attempt = 3",
        "attempts count what they should, and end at the maximum|update deliveries set attempt = 6 where delivery = 4",
        "no result was saved in the name of a delivery that was not there"
            + "|update ai_runs set delivery = 5 where task = 'embed'",
        "no result was saved after its delivery had ended"
            + "|update ai_runs set created_at = now() + interval '3 s' where task = 'embed'"
      })
  void aDamageIsFoundByItsRule(String rule, String damage) throws SQLException {
    rows.change(damage);
    assertThat(new RowRules(database).violations()).extracting(Violation::rule).contains(rule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a delivery calls once for a step                       | 4 | embed       | 503",
        "every call belongs to a delivery of the history        | 5 | embed       | 503",
        "a finished step is not called again                    | 3 | classify    | 200",
        "a delivery that succeeded called nothing in vain       | 4 | classify    | 503",
        "a delivery makes at most one call in vain              | 1 | embed       | 0",
        "calls <= results + deliveries that did not end well    | 2 | embed       | 200"
      })
  void aCallTooManyIsFoundByItsRule(String rule, int delivery, String step, int status)
      throws SQLException {
    List<ProviderCall> calls = goodCalls();
    calls.add(call(delivery, step, status));
    if (rule.startsWith("calls")) {
      calls.add(call(3, "draft_reply", 503));
    }
    assertThat(callRules(calls)).extracting(Violation::rule).contains(rule);
  }

  @Test
  void aResultThatNoCallBroughtIsFound() throws SQLException {
    List<ProviderCall> calls = goodCalls();
    calls.removeIf(call -> call.step().equals("embed"));
    assertThat(callRules(calls))
        .extracting(Violation::rule)
        .containsExactly("a result comes from a call of the delivery that saved it");
  }

  @Test
  void receiptsAreComparedWithTheTickets() throws SQLException {
    SentTicket sent = SentTicket.of(1, 1);
    Receipts receipts = new Receipts();
    receipts.accepted(sent, answer("T-500001", 1), false);
    assertThat(new ReceiptRules(receipts, database).violations(1))
        .extracting(Violation::rule)
        .containsExactly(
            "a ticket answered with 202 is there", "every ticket was sent by somebody");

    rows.change("update jobs set idempotency_key = ?", sent.key());
    rows.change("update tickets set subject = ?, body = ?", sent.subject(), sent.body());
    assertThat(new ReceiptRules(receipts, database).violations(1)).isEmpty();

    rows.change("update tickets set body = 'another'");
    assertThat(new ReceiptRules(receipts, database).violations(2))
        .extracting(Violation::rule)
        .containsExactly(
            "every ticket is accepted in the end", "a ticket is what was sent and answered");
  }

  @Test
  void twoAnswersToOneKeyMustBeTheSame() {
    SentTicket sent = SentTicket.of(1, 1);
    Receipts receipts = new Receipts();
    receipts.accepted(sent, answer("T-500001", 1), false);
    receipts.accepted(sent, answer("T-500001", 1), true);
    assertThat(receipts.violations()).isEmpty();

    receipts.accepted(sent, answer("T-500002", 2), true);
    receipts.accepted(sent, answer("T-500001", 1), false);
    assertThat(receipts.violations())
        .extracting(Violation::rule)
        .containsExactly("one key, two tickets", "a repeated request was taken as new");
  }

  private List<Violation> callRules(List<ProviderCall> calls) throws SQLException {
    return new CallRules(calls, History.read(database)).violations();
  }

  /** As they were made for job 1: the first delivery was lost while it asked for a reply. */
  private List<ProviderCall> goodCalls() {
    return new ArrayList<>(
        List.of(
            call(1, "classify", 200),
            call(1, "draft_reply", 0),
            call(2, "draft_reply", 429),
            call(4, "draft_reply", 200),
            call(4, "embed", 200)));
  }

  private ProviderCall call(int delivery, String step, int status) {
    return ProviderCall.of(
        json.createObjectNode()
            .put("job", "1")
            .put("delivery", String.valueOf(delivery))
            .put("step", step)
            .put("status", status));
  }

  private ObjectNode answer(String ticket, long job) {
    return json.createObjectNode().put("ticket_id", ticket).put("job_id", job);
  }
}
