package org.sortingoffice.provider;

import java.util.regex.Pattern;

/**
 * The words by which providers tell what went wrong. Their codes and types decide first; wordings
 * differ, change and may quote a customer, so that they only decide where no name does.
 */
enum ErrorNames {
  /** Credit used up, a spend limit reached: a person has to pay (contract 26). */
  CREDIT(
      "insufficient_?(quota|funds|balance|credits?)|quota_?(exhausted|exceeded)|credit|billing"
          + "|spend(ing)?_?limit|budget_?exceeded|payment_?required",
      "exceeded your current quota|insufficient (quota|funds|balance|credits?)|out of credits?"
          + "|credit balance|not enough credits?|spend(ing)? limit|hard limit has been reached"
          + "|billing|payment required|budget has been exceeded"),
  /** Too many requests or tokens for now. */
  SLOW_DOWN(
      "rate_?limit|too_?many_?requests|throttl|slow_?down|resource_?exhausted|^requests$|^tokens$",
      "rate limit|too many requests|throttl|slow down"),
  /** The credential is missing, wrong, or may not do this. */
  CREDENTIAL(
      "(invalid|incorrect|missing)_?api_?key|api_?key_?invalid|authentication|unauthori[sz]ed"
          + "|unauthenticated|permission|forbidden|access_?denied|account_?(deactivated|suspended)",
      "^(incorrect api key|api key not valid|invalid api key)"),
  /** A content filter struck. */
  FILTERED(
      "content_?(filter|policy|management)|responsible_?ai|moderation|safety|data_?inspection",
      "content management policy|content filter|content policy|safety system|usage polic"
          + "|flagged (by|as|for)|moderation"),
  /** The text is too long for the model. */
  TOO_LONG(
      "context_?(length|window|size)|too_?long|too_?large|above_?max|max_?context|tokens?_?limit",
      "context (length|window|size)|(prompt|input|message|request|text)s? (is|are|was) too (long|large)"
          + "|too many (input )?tokens|(reduce|shorten) (the length|your (prompt|input|message))"
          + "|exceed\\w* (the )?(model'?s? )?(max|token|limit)|longer than the max|request too large"),
  /** The request itself is at fault. */
  REJECTED(
      "invalid|bad_?request|not_?found|unsupported|unprocessable|validation",
      "^(invalid|unsupported|bad) (request|value|parameter|argument)");

  private final Pattern names;
  private final Pattern wordings;

  ErrorNames(String names, String wordings) {
    this.names = Pattern.compile(names);
    this.wordings = Pattern.compile(wordings);
  }

  /** Whether a code or type says this. */
  boolean named(ProviderError error) {
    return error.names().stream().anyMatch(name -> names.matcher(name).find());
  }

  /** Whether the wording of the message says this. */
  boolean worded(ProviderError error) {
    return wordings.matcher(error.wording()).find();
  }

  /** Whether either says this. */
  boolean in(ProviderError error) {
    return named(error) || worded(error);
  }
}
