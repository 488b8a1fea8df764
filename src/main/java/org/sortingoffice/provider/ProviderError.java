package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The error in a provider's body, as far as it has the shape that providers agree on.
 *
 * @param node the error itself; missing when the body holds none
 * @param names its codes and types in lower case, the most telling first
 * @param wording its message in lower case, shortened; only ever compared, never shown
 */
record ProviderError(JsonNode node, List<String> names, String wording) {
  static final ProviderError NONE = new ProviderError(MissingNode.getInstance(), List.of(), "");

  private static final int LONGEST_WORDING = 4_000;

  /** The error of an answer that is known to be one by its status. */
  static ProviderError ofRefusal(JsonNode body) {
    JsonNode root = body.isArray() ? body.path(0) : body;
    JsonNode error = root.path("error");
    return isTold(error) ? of(error) : of(root);
  }

  /** The error inside an answer whose status is good; none in most. */
  static ProviderError inGoodAnswer(JsonNode answer) {
    JsonNode error = answer.path("error");
    JsonNode ofChoice = answer.path("choices").path(0).path("error");
    return isTold(error) ? of(error) : isTold(ofChoice) ? of(ofChoice) : NONE;
  }

  private static boolean isTold(JsonNode error) {
    return error.isObject() && !error.isEmpty()
        || error.isTextual() && !error.textValue().isBlank();
  }

  private static ProviderError of(JsonNode error) {
    List<JsonNode> candidates = new ArrayList<>();
    for (String member : List.of("code", "type", "status", "reason")) {
      candidates.add(error.path(member));
    }
    candidates.add(error.path("innererror").path("code"));
    error.path("details").forEach(detail -> candidates.add(detail.path("reason")));
    List<String> names =
        candidates.stream()
            .filter(name -> name.isTextual() || name.isIntegralNumber())
            .map(name -> name.asText().strip().toLowerCase(Locale.ROOT))
            .filter(name -> !name.isEmpty())
            .toList();
    String wording =
        Stream.of(error, error.path("message"), error.path("detail"))
            .filter(JsonNode::isTextual)
            .map(JsonNode::textValue)
            .findFirst()
            .orElse("");
    String start = wording.substring(0, Math.min(wording.length(), LONGEST_WORDING));
    return new ProviderError(error, names, start.toLowerCase(Locale.ROOT));
  }

  boolean isNone() {
    return node.isMissingNode();
  }

  /** The HTTP status that a code stands for, where one does. */
  OptionalInt httpStatus() {
    return names.stream()
        .filter(name -> name.matches("[1-5]\\d\\d"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /** The first of its names that may be shown; empty when there is none. */
  String shownName() {
    return names.stream().filter(Identifiers::isWord).findFirst().orElse("");
  }
}
