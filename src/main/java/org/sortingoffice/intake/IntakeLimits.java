package org.sortingoffice.intake;

/**
 * How much a ticket may hold. Lengths of texts count characters as people do, by Unicode code
 * point.
 *
 * @param bodyBytes the whole request body, in bytes
 * @param depth how deep objects and arrays may nest, the ticket itself being the first level
 * @param numberLength the longest number, in characters
 * @param tokens how many JSON tokens (names, values, brackets) a body may have
 * @param customerId longest customer_id, in characters
 * @param subject longest subject, in characters
 * @param text longest body text, in characters
 * @param metadataBytes the largest metadata object, in bytes of its canonical JSON
 */
public record IntakeLimits(
    int bodyBytes,
    int depth,
    int numberLength,
    int tokens,
    int customerId,
    int subject,
    int text,
    int metadataBytes) {

  /** The limits of the contract. */
  public static IntakeLimits defaults() {
    return new IntakeLimits(256 * 1024, 20, 100, 10_000, 64, 200, 20_000, 4096);
  }
}
