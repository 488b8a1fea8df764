package org.sortingoffice.steps;

import java.math.BigDecimal;
import org.sortingoffice.provider.Usage;

/**
 * What a step found out, in the shape that {@code save-result.sql} takes.
 *
 * @param output the result as JSON, kept with the run
 * @param usage what the call used
 * @param team set on the ticket, or null
 * @param priority set on the ticket, or null
 * @param draftReply set on the ticket, or null
 * @param vector kept as the ticket's embedding, as 32-bit floats, the least byte first, or null
 */
public record StepResult(
    String output, Usage usage, String team, Integer priority, String draftReply, byte[] vector) {

  /** The model that answered. */
  public String model() {
    return usage.model();
  }

  /** Tokens sent. */
  public int promptTokens() {
    return usage.promptTokens();
  }

  /** Tokens received. */
  public int completionTokens() {
    return usage.completionTokens();
  }

  /** The cost in US dollars. */
  public BigDecimal costUsd() {
    return usage.costUsd();
  }
}
