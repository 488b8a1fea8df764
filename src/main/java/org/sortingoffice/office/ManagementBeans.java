package org.sortingoffice.office;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.apache.camel.spi.Registry;
import org.sortingoffice.api.DatabaseGauges;
import org.sortingoffice.api.MetricsPage;
import org.sortingoffice.api.Readiness;
import org.sortingoffice.http.HeaderAllowList;
import org.sortingoffice.http.ProblemAnswer;
import org.sortingoffice.http.ProblemDiagnosis;
import org.sortingoffice.http.ProblemJson;

/** Makes the beans of what every process has that listens: health, metrics, problems. */
final class ManagementBeans {
  private final PrometheusMeterRegistry meters;

  /**
   * @param meters what this process measures
   */
  ManagementBeans(PrometheusMeterRegistry meters) {
    this.meters = meters;
  }

  void bind(Registry registry) {
    registry.bind("headerAllowList", new HeaderAllowList());
    registry.bind("problemAnswer", new ProblemAnswer(new ProblemDiagnosis(), new ProblemJson()));
    registry.bind("readiness", new Readiness());
    registry.bind("databaseGauges", new DatabaseGauges(meters, System::nanoTime));
    registry.bind("metricsPage", new MetricsPage(meters));
  }
}
