package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wait that the provider's error tells in its body: as a member ({@code "retry_after": 3}, {@code
 * "retryDelay": "30s"}) or in words ("Please try again in 6.5s").
 *
 * @param millis the wait
 * @param raw the words for it, nothing else of the body
 */
record BodyHint(BigDecimal millis, String raw) {
  private static final String NUMBER = "\\d{1,20}(?:\\.\\d{1,20})?";
  private static final String UNIT =
      "(?:ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|h)";
  private static final Pattern BARE = Pattern.compile(NUMBER);
  private static final Pattern PART = Pattern.compile("(" + NUMBER + ") ?(" + UNIT + ") ?");
  private static final Pattern DURATION =
      Pattern.compile("(?:" + NUMBER + " ?" + UNIT + " ?){1,4}");
  private static final Pattern IN_WORDS =
      Pattern.compile("\\b(?:again|retry|wait)(?: in| after| for)? (" + DURATION + ")(?![a-z])");

  /** Members that tell a wait, without underscores, and how many ms a bare number of them is. */
  private static final Map<String, Integer> MEMBERS =
      Map.of(
          "retryafterms", 1, "retryafter", 1_000, "retryafterseconds", 1_000, "retrydelay", 1_000);

  private static final int DEEPEST = 5;
  private static final int LONGEST_MESSAGE = 4_000;

  /** The first one in an error, which may be an object or a message. */
  static Optional<BodyHint> in(JsonNode error) {
    return in(error, 0);
  }

  private static Optional<BodyHint> in(JsonNode node, int depth) {
    if (node.isTextual()) {
      return inWords(node.textValue());
    }
    if (depth == DEEPEST) {
      return Optional.empty();
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      Optional<BodyHint> found = member(member.getKey(), member.getValue(), depth);
      if (found.isPresent()) {
        return found;
      }
    }
    if (node.isArray()) {
      for (JsonNode element : node) {
        Optional<BodyHint> found = in(element, depth + 1);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<BodyHint> member(String name, JsonNode value, int depth) {
    Integer unit = MEMBERS.get(name.toLowerCase(Locale.ROOT).replace("_", ""));
    if (unit != null && value.isValueNode()) {
      return told(value.asText().strip(), unit);
    }
    boolean mayTell = value.isContainerNode() || name.equals("message");
    return mayTell ? in(value, depth + 1) : Optional.empty();
  }

  private static Optional<BodyHint> told(String text, int unit) {
    if (BARE.matcher(text).matches()) {
      return positive(new BigDecimal(text).multiply(BigDecimal.valueOf(unit)), text);
    }
    return DURATION.matcher(text).matches() ? positive(sum(text), text) : Optional.empty();
  }

  private static Optional<BodyHint> inWords(String message) {
    String text = message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
    Matcher words = IN_WORDS.matcher(text.toLowerCase(Locale.ROOT));
    return words.find() ? positive(sum(words.group(1)), words.group(1).strip()) : Optional.empty();
  }

  private static Optional<BodyHint> positive(BigDecimal millis, String raw) {
    return millis.signum() > 0 ? Optional.of(new BodyHint(millis, raw)) : Optional.empty();
  }

  private static BigDecimal sum(String duration) {
    BigDecimal sum = BigDecimal.ZERO;
    Matcher part = PART.matcher(duration);
    while (part.find()) {
      BigDecimal unit = BigDecimal.valueOf(millisOf(part.group(2)));
      sum = sum.add(new BigDecimal(part.group(1)).multiply(unit));
    }
    return sum;
  }

  private static long millisOf(String unit) {
    if (unit.startsWith("ms") || unit.startsWith("milli")) {
      return 1;
    }
    return switch (unit.charAt(0)) {
      case 's' -> 1_000;
      case 'm' -> 60_000;
      default -> 3_600_000;
    };
  }
}
