package org.sortingoffice.office;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sortingoffice.tracing.OpenTelemetryTracing;
import org.sortingoffice.tracing.Tracing;

/**
 * Whether there are traces: only when somebody says where to send them. Nothing of OpenTelemetry is
 * loaded otherwise.
 */
final class Traces {
  /** Any of these asks for traces. */
  private static final List<String> ASKING =
      List.of(
          "otel.exporter.otlp.endpoint",
          "otel.exporter.otlp.traces.endpoint",
          "otel.traces.exporter");

  /** What else is handed on when it does not stand in the environment, which the SDK reads. */
  private static final List<String> HANDED_ON =
      List.of(
          "otel.service.name",
          "otel.resource.attributes",
          "otel.exporter.otlp.headers",
          "otel.exporter.otlp.protocol",
          "otel.traces.sampler",
          "otel.traces.sampler.arg",
          "otel.bsp.schedule.delay");

  private final Settings settings;

  Traces(Settings settings) {
    this.settings = settings;
  }

  /**
   * @throws StartupFailure when OpenTelemetry takes a setting for wrong
   */
  Tracing open() {
    if (ASKING.stream().noneMatch(settings::isSet)
        || settings.is("none", "otel.traces.exporter")
        || settings.is("true", "otel.sdk.disabled")) {
      return Tracing.OFF;
    }
    Map<String, String> told = new HashMap<>();
    for (List<String> names : List.of(ASKING, HANDED_ON)) {
      names.stream().filter(settings::isSet).forEach(name -> told.put(name, settings.text(name)));
    }
    try {
      return OpenTelemetryTracing.open(told);
    } catch (RuntimeException wrong) {
      throw new StartupFailure(
          "The settings of OpenTelemetry (OTEL_..) cannot be used: %s"
              .formatted(wrong.getMessage()),
          wrong);
    }
  }
}
