package org.sortingoffice.provider;

/**
 * The provider will not work for us until a person does something: no credit, a spend limit, a
 * refused credential. It says nothing about the job, which waits with its attempt (contract 26).
 */
public final class ProviderBlocked extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /** What a person has to see to. */
  public enum Reason {
    /** Credit is used up or a spend limit is reached. */
    CREDIT,
    /** The credential is missing, wrong, or may not do this. */
    CREDENTIAL
  }

  private final Reason reason;

  /**
   * @param reason what a person has to see to
   * @param message what happened
   * @param status the HTTP status
   * @param hint how long the provider asks to wait
   */
  public ProviderBlocked(Reason reason, String message, Integer status, RetryHint hint) {
    super(message, status, hint, null);
    this.reason = reason;
  }

  /** What a person has to see to. */
  public Reason reason() {
    return reason;
  }

  /**
   * What a person can do about it, as the end of a sentence.
   *
   * @param provider which one it is
   */
  String advice(Provider provider) {
    if (reason == Reason.CREDIT) {
      return "put its credit or spend limit right with the provider";
    }
    if (Integer.valueOf(407).equals(status())) {
      return "set "
          + provider.variable("proxy")
          + " with a user and a password that the proxy takes";
    }
    return "set "
        + provider.variable("key")
        + " or "
        + provider.variable("key.file")
        + " to a key that it takes";
  }

  @Override
  public Consequence consequence() {
    return Consequence.WAIT;
  }

  @Override
  public String waitReason() {
    return "provider_blocked";
  }
}
