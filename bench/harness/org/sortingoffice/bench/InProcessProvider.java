package org.sortingoffice.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.sortingoffice.provider.ProviderResponse;

/**
 * Stands where the route {@code provider-call} makes its HTTP request, and nowhere else: it gives
 * the bytes that a provider would, which the real routes then judge, parse, check and save.
 */
public final class InProcessProvider {
  private static final Map<String, List<String>> HEADERS =
      Map.of("Content-Type", List.of("application/json"));

  private final byte[] chat = Answers.CLASSIFY.getBytes(StandardCharsets.UTF_8);
  private final byte[] draft = Answers.DRAFT.getBytes(StandardCharsets.UTF_8);
  private final byte[] embedding = Answers.EMBEDDING.getBytes(StandardCharsets.UTF_8);

  /** The answer for a step. */
  public ProviderResponse answer(@org.apache.camel.Variable("step") String step) {
    byte[] body =
        switch (step) {
          case "classify" -> chat;
          case "draft_reply" -> draft;
          case "embed" -> embedding;
          default -> throw new IllegalArgumentException("no answer for the step " + step);
        };
    return new ProviderResponse(200, HEADERS, body);
  }
}
