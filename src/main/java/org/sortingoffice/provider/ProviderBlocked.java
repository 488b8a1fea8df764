package org.sortingoffice.provider;

/**
 * The provider will not work for us until a person does something: no credit, a spend limit, a
 * refused credential.
 */
public final class ProviderBlocked extends ProviderFailure {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened
   * @param status the HTTP status
   */
  public ProviderBlocked(String message, Integer status) {
    super(message, status, null);
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
