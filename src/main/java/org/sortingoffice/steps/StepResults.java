package org.sortingoffice.steps;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.camel.Body;
import org.sortingoffice.provider.ChatAnswer;
import org.sortingoffice.provider.EmbeddingAnswer;
import org.sortingoffice.provider.InvalidAnswer;

/**
 * Checks what a model answered to a step and makes it the step's result. Nothing a model says is
 * believed unchecked.
 */
public final class StepResults {
  private final ModelText text = new ModelText();
  private final StorableJson storable = new StorableJson();
  private final ObjectMapper json = new ObjectMapper();
  private final List<String> teams;
  private final String classificationSchema;

  /**
   * @param teams the teams a ticket may go to
   */
  public StepResults(List<String> teams) {
    this.teams = List.copyOf(teams);
    this.classificationSchema = schema();
  }

  /**
   * The JSON schema of what {@link #classification} takes, for servers that keep a model to one.
   */
  public String classificationSchema() {
    return classificationSchema;
  }

  // As strict schemas must be: every member is required, no other is allowed.
  private String schema() {
    ObjectNode schema = json.createObjectNode().put("type", "object");
    ObjectNode members = schema.putObject("properties");
    ArrayNode names = members.putObject("team").put("type", "string").putArray("enum");
    teams.forEach(names::add);
    ArrayNode priorities = members.putObject("priority").put("type", "integer").putArray("enum");
    IntStream.rangeClosed(1, 4).forEach(priorities::add);
    schema.putArray("required").add("team").add("priority");
    return schema.put("additionalProperties", false).toString();
  }

  /**
   * {@code {"team","priority"}} of the step classify. The team must be one of ours, after trimming
   * and whatever its case; the priority a whole number from 1 to 4. Members beyond these are
   * ignored. A priority written as {@code "1"} or {@code 1.0} is taken, and noted as {@code
   * "coerced": true}.
   *
   * @throws InvalidAnswer otherwise
   */
  public StepResult classification(@Body ChatAnswer answer) throws JsonProcessingException {
    JsonNode found = text.object(answer.text());
    String team =
        team(found.path("team"))
            .orElseThrow(() -> new InvalidAnswer("the team is none of " + teams));
    Priority priority = Priority.of(found.path("priority"));
    ObjectNode result = json.createObjectNode().put("team", team).put("priority", priority.value());
    if (priority.coerced()) {
      result.put("coerced", true);
    }
    return new StepResult(
        output(result, answer), answer.usage(), team, priority.value(), null, null);
  }

  /**
   * The reply of the step draft_reply.
   *
   * @throws InvalidAnswer when there is nothing but thoughts
   */
  public StepResult draftReply(@Body ChatAnswer answer) throws JsonProcessingException {
    String reply = text.withoutThoughts(answer.text());
    ObjectNode result = json.createObjectNode().put("reply", reply);
    return new StepResult(output(result, answer), answer.usage(), null, null, reply, null);
  }

  /**
   * The result of any step that answers with a text: {@code {"text": ..}}, kept with the run and
   * nowhere else.
   *
   * @throws InvalidAnswer when there is nothing but thoughts
   */
  public StepResult text(@Body ChatAnswer answer) throws JsonProcessingException {
    ObjectNode result = json.createObjectNode().put("text", text.withoutThoughts(answer.text()));
    return generic(result, answer);
  }

  /**
   * The result of any step that answers with a JSON object: the object itself, kept with the run
   * and nowhere else.
   *
   * @throws InvalidAnswer when the answer is anything but one JSON object, or cannot be kept
   */
  public StepResult json(@Body ChatAnswer answer) throws JsonProcessingException {
    return generic(storable.of(text.object(answer.text())), answer);
  }

  /**
   * As {@link #json}, when the object is of use only with certain members: {@code
   * jsonWith('language, text', ${body})}.
   *
   * @param members the names of the members that must be there and not null, divided by commas
   * @throws InvalidAnswer when the answer is anything but one JSON object with these members
   */
  public StepResult jsonWith(String members, @Body ChatAnswer answer)
      throws JsonProcessingException {
    JsonNode found = text.object(answer.text());
    for (String member : members.split(",")) {
      if (!found.hasNonNull(member.strip())) {
        throw new InvalidAnswer("the answer has no member \"" + member.strip() + "\"");
      }
    }
    return generic(storable.of(found), answer);
  }

  private StepResult generic(ObjectNode result, ChatAnswer answer) throws JsonProcessingException {
    return new StepResult(output(result, answer), answer.usage(), null, null, null, null);
  }

  /** The vector of the step embed; kept with the ticket, and named in the run. */
  public StepResult embedding(@Body EmbeddingAnswer answer) throws JsonProcessingException {
    String shown = "vector " + answer.usage().model();
    return new StepResult(
        json.writeValueAsString(shown), answer.usage(), null, null, null, bytes(answer.vector()));
  }

  private static byte[] bytes(float[] vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return bytes.array();
  }

  private Optional<String> team(JsonNode said) {
    String name = said.isTextual() ? said.textValue().strip() : "";
    return teams.stream().filter(name::equalsIgnoreCase).findFirst();
  }

  // What had to be changed in an answer is noted with it, and who gave it when that was not the
  // default provider.
  private String output(ObjectNode result, ChatAnswer answer) throws JsonProcessingException {
    if (answer.cleaned()) {
      result.put("cleaned", true);
    }
    if (answer.usage().provider() != null) {
      result.put("provider", answer.usage().provider());
    }
    return json.writeValueAsString(result);
  }
}
