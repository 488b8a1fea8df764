package org.sortingoffice.intake;

/**
 * A ticket as the customer sent it, checked. The texts are exactly what was sent: nothing is
 * trimmed, cleaned or normalised.
 *
 * @param customerId the customer's id
 * @param subject what it is about, one line
 * @param body the request itself
 * @param metadataJson the metadata object as compact JSON, or null when there was none
 * @param actor whose request it is; an idempotency key belongs to its actor
 * @param fingerprint names the content, see {@link Fingerprint}
 * @param traceparent which trace the request belongs to; null when it came with none
 */
public record TicketRequest(
    String customerId,
    String subject,
    String body,
    String metadataJson,
    String actor,
    String fingerprint,
    String traceparent) {

  /** A ticket that came without a trace. */
  public TicketRequest(
      String customerId,
      String subject,
      String body,
      String metadataJson,
      String actor,
      String fingerprint) {
    this(customerId, subject, body, metadataJson, actor, fingerprint, null);
  }

  /** The same ticket as the request of another actor, such as the holder of an API key. */
  public TicketRequest withActor(String other) {
    return new TicketRequest(
        customerId, subject, body, metadataJson, other, fingerprint, traceparent);
  }

  /**
   * The same ticket as part of a trace.
   *
   * @param trace a traceparent; null: of none
   */
  public TicketRequest withTraceparent(String trace) {
    return trace == null
        ? this
        : new TicketRequest(customerId, subject, body, metadataJson, actor, fingerprint, trace);
  }
}
