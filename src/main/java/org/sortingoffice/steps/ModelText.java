package org.sortingoffice.steps;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sortingoffice.provider.InvalidAnswer;

/**
 * Takes off what models wrap around their answers, and nothing more: thoughts that came to an end,
 * and one code fence around the whole. Anything else around an answer makes it invalid, since it is
 * not known what it means.
 */
final class ModelText {
  private static final String THINK = "<think>";
  private static final String THOUGHT = "</think>";

  /** The whole is one fence, bare or of JSON; what is inside is parsed, which settles the rest. */
  private static final Pattern ONE_FENCE =
      Pattern.compile("```(?:json)?\\s(.*?)\\s?```", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private final JsonMapper json =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /**
   * The answer without the thoughts before it.
   *
   * @throws InvalidAnswer when the thoughts have no end, or nothing comes after them
   */
  String withoutThoughts(String text) {
    String said = text.strip();
    if (!said.startsWith(THINK)) {
      return said;
    }
    int end = said.indexOf(THOUGHT);
    if (end < 0) {
      throw new InvalidAnswer("the answer is a thought without an end");
    }
    String answer = said.substring(end + THOUGHT.length()).strip();
    if (answer.isEmpty()) {
      throw new InvalidAnswer("the answer is empty");
    }
    return answer;
  }

  /**
   * The JSON object that the whole answer is, as it stands or in one fence.
   *
   * @throws InvalidAnswer when it is none
   */
  JsonNode object(String text) {
    String said = withoutThoughts(text);
    Optional<JsonNode> asItStands = parse(said);
    if (asItStands.isPresent()) {
      return checked(asItStands.get());
    }
    Matcher fence = ONE_FENCE.matcher(said);
    return checked(
        (fence.matches() ? parse(fence.group(1)) : Optional.<JsonNode>empty())
            .orElseThrow(ModelText::noObject));
  }

  private static JsonNode checked(JsonNode found) {
    if (!found.isObject()) {
      throw noObject();
    }
    return found;
  }

  private static InvalidAnswer noObject() {
    return new InvalidAnswer("the answer is not a JSON object");
  }

  // Its message quotes the answer: it is not passed on.
  private Optional<JsonNode> parse(String text) {
    try {
      return Optional.of(json.readTree(text)).filter(found -> !found.isMissingNode());
    } catch (JsonProcessingException unreadable) {
      return Optional.empty();
    }
  }
}
