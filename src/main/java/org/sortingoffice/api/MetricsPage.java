package org.sortingoffice.api;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** All that this process measures, in the text format of Prometheus. */
public final class MetricsPage {
  private final PrometheusMeterRegistry meters;

  /**
   * @param meters what is measured
   */
  public MetricsPage(PrometheusMeterRegistry meters) {
    this.meters = meters;
  }

  /** The page as of now. */
  public String text() {
    return meters.scrape();
  }
}
