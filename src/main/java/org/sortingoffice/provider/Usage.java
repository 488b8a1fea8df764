package org.sortingoffice.provider;

import java.math.BigDecimal;

/**
 * What one call used, as the provider counted it.
 *
 * @param model the model that answered
 * @param promptTokens tokens sent
 * @param completionTokens tokens received
 * @param costUsd what that costs, in US dollars
 * @param provider who answered; null for the default provider
 */
public record Usage(
    String model, int promptTokens, int completionTokens, BigDecimal costUsd, String provider) {

  /** An answer of the default provider. */
  public Usage(String model, int promptTokens, int completionTokens, BigDecimal costUsd) {
    this(model, promptTokens, completionTokens, costUsd, null);
  }
}
