package org.sortingoffice.provider;

import java.math.BigDecimal;

/**
 * What the provider's tokens cost, in US dollars for a million of them.
 *
 * @param chatInput tokens of a prompt
 * @param chatOutput tokens of a reply
 * @param embedding tokens of a text to embed
 */
public record Prices(BigDecimal chatInput, BigDecimal chatOutput, BigDecimal embedding) {

  BigDecimal chat(int promptTokens, int completionTokens) {
    return chatInput
        .multiply(BigDecimal.valueOf(promptTokens))
        .add(chatOutput.multiply(BigDecimal.valueOf(completionTokens)))
        .movePointLeft(6);
  }

  BigDecimal embed(int promptTokens) {
    return embedding.multiply(BigDecimal.valueOf(promptTokens)).movePointLeft(6);
  }
}
