package org.sortingoffice.jobs;

import org.apache.camel.Exchange;

/**
 * Which provider a call went to, or is going to. It stands on the exchange only where there is a
 * choice: without a fallback nothing is written.
 */
public final class CalledProvider {
  /** The one that every office has. */
  public static final String DEFAULT = "default";

  /** The exchange property with its name; none for the default one. */
  public static final String PROPERTY = "calledProvider";

  /**
   * The exchange property that says that the job will be taken to another provider at once, so that
   * what this one said about waiting does not count.
   */
  public static final String GOES_ELSEWHERE = "goesToAnotherProvider";

  private CalledProvider() {}

  /** The name of the provider that the exchange called last. */
  public static String of(Exchange exchange) {
    return exchange.getProperty(PROPERTY, DEFAULT, String.class);
  }
}
