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
 * @param conditionsOnJobs the conditions on rows of {@code jobs}
 * @param conditions all conditions
 */
record Plan(
    Set<String> written,
    Set<String> operations,
    List<String> conditionsOnJobs,
    List<String> conditions) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern TRUNCATE =
      Pattern.compile("(?i)^\\s*truncate\\s+([a-z_, ]+?)\\s+restart");
  private static final Pattern NUMBERED_ALIAS = Pattern.compile("([a-z]+)_[0-9]+\\.");
  private static final Pattern LOCK = Pattern.compile("(?i)^\\s*lock\\s+table\\s");

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
    if (LOCK.matcher(statement.text()).find()) {
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
    boolean readsJobs = node.path("Relation Name").asText().equals("jobs");
    node.properties()
        .forEach(
            field -> {
              if (field.getKey().endsWith(" Cond") || field.getKey().endsWith("Filter")) {
                String condition =
                    NUMBERED_ALIAS.matcher(field.getValue().asText()).replaceAll("$1.");
                conditions.add(condition);
                if (readsJobs || condition.contains("jobs.")) {
                  conditionsOnJobs.add(condition);
                }
              }
            });
    node.forEach(this::read);
  }
}
