package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests of several senders that are accepted by one statement: the first of twins is new. */
final class Acceptances {
  private static final Request KNOWN = new Request("customer:model", "known");

  private final ModelDatabase database;

  Acceptances(ModelDatabase database) {
    this.database = database;
  }

  /**
   * A request.
   *
   * @param key its idempotency key, or null
   */
  record Request(String actor, String key) {
    @Override
    public String toString() {
      return actor + " " + key;
    }
  }

  /** Every batch of two of these, and of three. */
  static List<List<Request>> all() {
    List<Request> kinds =
        List.of(
            KNOWN,
            new Request("customer:model", "new"),
            new Request("customer:model", null),
            new Request("customer:other", "known"),
            new Request("customer:other", "new"));
    List<List<Request>> all = new ArrayList<>();
    for (Request first : kinds) {
      for (Request second : kinds) {
        all.add(List.of(first, second));
        all.add(List.of(first, second, first));
      }
    }
    return all;
  }

  /** What the batch did else than its requests one after the other; null when nothing. */
  String failure(List<Request> batch, Statements statements) {
    database.begin();
    try {
      database.clear();
      database.run(Statements.real().get("accept-ticket"), values(KNOWN, "before"));
      Map<Request, String> subjects = new HashMap<>(Map.of(KNOWN, "before"));
      List<Map<String, Object>> values = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (Request request : batch) {
        String subject = "row " + values.size();
        boolean isNew = request.key() == null || !subjects.containsKey(request);
        if (isNew) {
          subjects.put(request, subject);
        }
        values.add(values(request, subject));
        expected.add("%s, new %s".formatted(subjects.get(request), isNew));
      }
      List<String> answers =
          database.together(statements.get("accept-ticket"), values).stream()
              .map(this::told)
              .toList();
      return answers.equals(expected)
          ? null
          : "answered %s instead of %s".formatted(answers, expected);
    } catch (StatementFailed | AssertionError failure) {
      return failure.getMessage();
    } finally {
      database.rollback();
    }
  }

  private static Map<String, Object> values(Request request, String subject) {
    Map<String, Object> values = Values.ticket(request.key());
    values.put("variable.request.actor", request.actor());
    values.put("variable.request.subject", subject);
    return values;
  }

  /** The ticket to which the answer leads. */
  private String told(List<Map<String, Object>> answer) {
    if (answer.isEmpty()) {
      return "nothing";
    }
    Map<String, Object> row = answer.get(0);
    List<Map<String, Object>> ticket =
        database.sql(
            "select subject from jobs join tickets on number = ticket_number where id = ? and number = ?",
            row.get("id"),
            row.get("ticket_number"));
    return "%s, new %s"
        .formatted(
            ticket.isEmpty() ? "no ticket" : ticket.get(0).get("subject"), row.get("is_new"));
  }
}
