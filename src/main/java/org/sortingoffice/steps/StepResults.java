package org.sortingoffice.steps;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.Body;
import org.sortingoffice.provider.ChatAnswer;
import org.sortingoffice.provider.EmbeddingAnswer;
import org.sortingoffice.provider.InvalidAnswer;

/**
 * Checks what a model answered to a step and makes it the step's result. Nothing a model says is
 * believed unchecked.
 */
public final class StepResults {
  private static final int LOWEST_PRIORITY = 4;

  private final ObjectMapper json = new ObjectMapper();
  private final List<String> teams;

  /**
   * @param teams the teams a ticket may go to
   */
  public StepResults(List<String> teams) {
    this.teams = List.copyOf(teams);
  }

  /**
   * {@code {"team","priority"}} of the step classify. The team must be one of ours, after trimming
   * and folding of case; the priority a whole number from 1 to 4.
   *
   * @throws InvalidAnswer otherwise
   */
  public StepResult classification(@Body ChatAnswer answer) throws JsonProcessingException {
    JsonNode found = object(answer.text());
    String said = found.path("team").asText("").strip().toLowerCase(Locale.ROOT);
    Optional<String> team = teams.stream().filter(said::equals).findFirst();
    int priority = found.path("priority").asInt(0);
    if (team.isEmpty()) {
      throw new InvalidAnswer("the team is none of " + teams);
    }
    if (priority < 1 || priority > LOWEST_PRIORITY) {
      throw new InvalidAnswer("the priority is not a whole number from 1 to " + LOWEST_PRIORITY);
    }
    String output =
        json.writeValueAsString(
            json.createObjectNode().put("team", team.get()).put("priority", priority));
    return new StepResult(output, answer.usage(), team.get(), priority, null, null);
  }

  /** The reply of the step draft_reply. */
  public StepResult draftReply(@Body ChatAnswer answer) throws JsonProcessingException {
    String reply = answer.text().strip();
    return new StepResult(
        json.writeValueAsString(json.createObjectNode().put("reply", reply)),
        answer.usage(),
        null,
        null,
        reply,
        null);
  }

  /** The vector of the step embed; kept with the ticket, and named in the run. */
  public StepResult embedding(@Body EmbeddingAnswer answer) throws JsonProcessingException {
    String shown = "vector " + answer.usage().model();
    return new StepResult(
        json.writeValueAsString(shown), answer.usage(), null, null, null, answer.vector());
  }

  private JsonNode object(String text) {
    try {
      JsonNode found = json.readTree(text);
      if (found != null && found.isObject()) {
        return found;
      }
    } catch (JsonProcessingException unreadable) {
      // Its message quotes the answer: it is not passed on.
    }
    throw new InvalidAnswer("the answer is not a JSON object");
  }
}
