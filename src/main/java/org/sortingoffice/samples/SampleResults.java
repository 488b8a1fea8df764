package org.sortingoffice.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import org.sortingoffice.provider.ChatAnswer;
import org.sortingoffice.provider.Prices;
import org.sortingoffice.provider.ProviderWire;
import org.sortingoffice.steps.StepResult;
import org.sortingoffice.steps.StepResults;

/**
 * What the steps of a sample ticket found out: a made-up answer of the provider, read and checked
 * by the classes that the worker reads and checks it with.
 */
public final class SampleResults {
  /** About what the instructions of a step take, and how many characters make a token. */
  private static final int INSTRUCTIONS_TOKENS = 85;

  private static final int TOKEN_CHARACTERS = 4;

  private final ObjectMapper json = new ObjectMapper();
  private final ProviderWire wire;
  private final StepResults results;
  private final String classifyModel;
  private final String draftModel;

  /**
   * As the settings of the same names have them.
   *
   * @param chatInput US dollars for a million tokens sent
   * @param chatOutput US dollars for a million tokens received
   * @param teams the teams a ticket may go to
   * @param classifyModel the model of the step classify
   * @param draftModel the model of the step draft_reply
   */
  public SampleResults(
      BigDecimal chatInput,
      BigDecimal chatOutput,
      List<String> teams,
      String classifyModel,
      String draftModel) {
    this.wire = new ProviderWire(new Prices(chatInput, chatOutput, BigDecimal.ZERO));
    this.results = new StepResults(teams);
    this.classifyModel = classifyModel;
    this.draftModel = draftModel;
  }

  StepResult classified(SampleTicket ticket) {
    String answer =
        json.createObjectNode()
            .put("team", ticket.category())
            .put("priority", ticket.priority())
            .toString();
    try {
      return results.classification(answer(ticket, classifyModel, answer));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  StepResult drafted(SampleTicket ticket) {
    try {
      return results.draftReply(answer(ticket, draftModel, ticket.reply()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private ChatAnswer answer(SampleTicket ticket, String model, String content) {
    ObjectNode answer = json.createObjectNode().put("model", model);
    answer
        .putArray("choices")
        .addObject()
        .put("finish_reason", "stop")
        .putObject("message")
        .put("role", "assistant")
        .put("content", content);
    int asked = ticket.request().subject().length() + ticket.request().body().length();
    answer
        .putObject("usage")
        .put("prompt_tokens", INSTRUCTIONS_TOKENS + asked / TOKEN_CHARACTERS)
        .put("completion_tokens", content.length() / TOKEN_CHARACTERS + 1);
    return wire.chatAnswer(answer, null);
  }
}
