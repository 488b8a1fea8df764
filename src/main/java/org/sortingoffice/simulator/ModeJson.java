package org.sortingoffice.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The modes in force as JSON: {@code
 * {"mode":"slow","seconds":5,"times":2,"steps":{"classify":"outage","embed":{"mode":"flaky","rate":0.5}}}}.
 * Whatever is left out is normal.
 */
final class ModeJson {
  private final ObjectMapper json = new ObjectMapper();

  /**
   * Reads what is to be in force.
   *
   * @throws BadCall if it is no such JSON or names a mode that does not exist
   */
  ModeBoard.Setting read(String text, Set<String> known) throws BadCall {
    JsonNode root;
    try {
      root = json.readTree(text);
    } catch (IOException e) {
      throw new BadCall(
          400, "invalid_json", "This is not JSON: send for example {\"mode\":\"outage\"}.");
    }
    if (root == null || !root.isObject()) {
      throw new BadCall(
          400, "invalid_mode", "Send a JSON object, for example {\"mode\":\"outage\"}.");
    }
    Map<String, Mode> steps = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> step : root.path("steps").properties()) {
      steps.put(step.getKey(), mode(step.getValue(), known));
    }
    return new ModeBoard.Setting(mode(root, known), steps);
  }

  private static Mode mode(JsonNode node, Set<String> known) throws BadCall {
    String name = node.isTextual() ? node.textValue() : node.path("mode").asText(Mode.NORMAL);
    if (!known.contains(name)) {
      throw new BadCall(
          400,
          "unknown_mode",
          "There is no mode \"" + name + "\". Modes: " + String.join(", ", known) + ".");
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!Set.of("mode", "steps", "times").contains(member.getKey())) {
        parameters.put(member.getKey(), value(member.getValue()));
      }
    }
    return new Mode(name, parameters, node.path("times").asInt(Integer.MAX_VALUE));
  }

  private static String value(JsonNode value) {
    if (value.isObject()) {
      return value.toString();
    }
    List<String> lines = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(each -> lines.add(each.asText()));
    } else {
      lines.add(value.asText());
    }
    return String.join("\n", lines);
  }

  /** Writes what is in force. */
  ObjectNode write(ModeBoard.Setting setting) {
    ObjectNode root = node(setting.general());
    ObjectNode steps = root.putObject("steps");
    setting.steps().forEach((step, mode) -> steps.set(step, node(mode)));
    return root;
  }

  private ObjectNode node(Mode mode) {
    ObjectNode node = json.createObjectNode().put("mode", mode.name());
    mode.parameters().forEach(node::put);
    if (mode.times() != Integer.MAX_VALUE) {
      node.put("times", mode.times());
    }
    return node;
  }
}
