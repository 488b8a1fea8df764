package org.sortingoffice.steps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sortingoffice.jobs.StorableText;
import org.sortingoffice.provider.InvalidAnswer;

/**
 * JSON that PostgreSQL can store as jsonb. An escape such as <code>&#92;u0000</code> becomes what
 * cannot be stored only when the JSON is read, so the text that the model sent does not show it.
 */
final class StorableJson {
  private final JsonNodeFactory nodes = JsonNodeFactory.instance;

  /**
   * A copy whose texts and names of members are storable, see {@link StorableText}.
   *
   * @throws InvalidAnswer when it holds a number beyond what can be calculated with
   */
  ObjectNode of(JsonNode object) {
    ObjectNode copy = nodes.objectNode();
    object
        .properties()
        .forEach(member -> copy.set(StorableText.of(member.getKey()), any(member.getValue())));
    return copy;
  }

  private JsonNode any(JsonNode node) {
    if (node.isObject()) {
      return of(node);
    }
    if (node.isArray()) {
      ArrayNode copy = nodes.arrayNode(node.size());
      node.forEach(element -> copy.add(any(element)));
      return copy;
    }
    if (node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue())) {
      throw new InvalidAnswer("the answer holds a number that is too large");
    }
    return node.isTextual() ? nodes.textNode(StorableText.of(node.textValue())) : node;
  }
}
