package org.sortingoffice.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How PostgreSQL itself understands a statement: its generic plan.
 *
 * @param written the tables that it writes
 * @param operations how: Insert, Update, Delete, Truncate
 * @param conditionsOnJobs for each time that rows of {@code jobs} are read all conditions of that
 * @param conditions all conditions
 */
record Plan(
    Set<String> written,
    Set<String> operations,
    List<String> conditionsOnJobs,
    List<String> conditions) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern TRUNCATE =
      Pattern.compile("(?i)^\\s*truncate\\s+([a-z_, ]+?)\\s+(?:restart|continue)");
  private static final Pattern NUMBERED_ALIAS = Pattern.compile("([a-z]+)_[0-9]+\\.");
  private static final Pattern WITHOUT_PLAN = Pattern.compile("(?i)^\\s*(lock\\s+table|listen)\\s");

  /** So that every condition stands where the rows are read, on this connection. */
  static void showConditionsWhereRowsAreRead(ModelDatabase database) {
    database.sql("set enable_seqscan = off");
    database.sql("set enable_bitmapscan = off");
    database.sql("set enable_hashjoin = off");
    database.sql("set enable_mergejoin = off");
  }

  /**
   * Asks the database.
   *
   * @param database a connection in simple mode, so that parameters need no values
   */
  static Plan of(SqlStatement statement, ModelDatabase database) {
    Plan plan = new Plan(new TreeSet<>(), new TreeSet<>(), new ArrayList<>(), new ArrayList<>());
    Matcher truncate = TRUNCATE.matcher(statement.text());
    if (truncate.find()) {
      plan.written.addAll(List.of(truncate.group(1).split(",\\s*")));
      plan.operations.add("Truncate");
      return plan;
    }
    if (WITHOUT_PLAN.matcher(statement.text()).find()) {
      return plan;
    }
    Object json =
        database
            .sql("explain (generic_plan, verbose, format json) " + statement.numbered())
            .get(0)
            .values()
            .iterator()
            .next();
    try {
      plan.read(JSON.readTree(json.toString()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    return plan;
  }

  private void read(JsonNode node) {
    if (node.path("Node Type").asText().equals("ModifyTable")) {
      written.add(node.path("Relation Name").asText());
      operations.add(node.path("Operation").asText());
    }
    List<String> ofThis = conditionsOf(node);
    conditions.addAll(ofThis);
    if (readsJobs(node) || ofThis.stream().anyMatch(condition -> condition.contains("jobs."))) {
      List<String> together = new ArrayList<>(ofThis);
      addThoseOfJoinedJobs(node, together);
      conditionsOnJobs.add(String.join(" and ", together));
    }
    node.forEach(this::read);
  }

  private static boolean readsJobs(JsonNode node) {
    return node.path("Relation Name").asText().equals("jobs");
  }

  private static List<String> conditionsOf(JsonNode node) {
    List<String> conditions = new ArrayList<>();
    node.properties()
        .forEach(
            field -> {
              if (field.getKey().endsWith(" Cond") || field.getKey().endsWith("Filter")) {
                conditions.add(NUMBERED_ALIAS.matcher(field.getValue().asText()).replaceAll("$1."));
              }
            });
    return conditions;
  }

  /** A join says which rows, the reading below it in which state. */
  private static void addThoseOfJoinedJobs(JsonNode node, List<String> conditions) {
    for (JsonNode below : node.path("Plans")) {
      if (readsJobs(below)) {
        conditions.addAll(conditionsOf(below));
      }
      addThoseOfJoinedJobs(below, conditions);
    }
  }
}
