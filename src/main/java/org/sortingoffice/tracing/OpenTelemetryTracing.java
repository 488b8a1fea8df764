package org.sortingoffice.tracing;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.Map;

/**
 * Traces by the OpenTelemetry SDK, which reads its own variables ({@code OTEL_...}): where to send
 * them, how many to keep, under which name. Only traces: metrics are for Prometheus, logs for
 * whoever reads the standard output.
 */
public final class OpenTelemetryTracing implements Tracing, AutoCloseable {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "otel.service.name", "sorting-office",
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none",
          "otel.exporter.otlp.protocol", "http/protobuf");

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  private OpenTelemetryTracing(OpenTelemetrySdk sdk) {
    this.sdk = sdk;
    this.tracer = sdk.getTracer("org.sortingoffice");
  }

  /**
   * Begins to collect traces.
   *
   * @param settings of the SDK by their names, such as {@code otel.exporter.otlp.endpoint}; its own
   *     variables win over them
   * @throws RuntimeException when the SDK takes a setting for wrong, with a message that names it
   */
  public static OpenTelemetryTracing open(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(DEFAULTS);
    all.putAll(settings);
    return new OpenTelemetryTracing(
        AutoConfiguredOpenTelemetrySdk.builder()
            .addPropertiesSupplier(() -> all)
            // Closed with the office, after its last span.
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk());
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public Span begin(Role role, String name, String parent) {
    SpanBuilder builder =
        tracer.spanBuilder(name).setSpanKind(SpanKind.valueOf(role.name())).setParent(of(parent));
    return new Begun(builder.startSpan());
  }

  private static Context of(String parent) {
    if (Traceparent.parse(parent) == null) {
      return Context.root();
    }
    SpanContext caller =
        SpanContext.createFromRemoteParent(
            Traceparent.traceId(parent),
            Traceparent.spanId(parent),
            TraceFlags.fromHex(parent, Traceparent.FLAGS_BEGIN),
            TraceState.getDefault());
    return Context.root().with(io.opentelemetry.api.trace.Span.wrap(caller));
  }

  /** Sends what is left, for a few seconds at most. */
  @Override
  public void close() {
    sdk.close();
  }

  private record Begun(io.opentelemetry.api.trace.Span span) implements Span {
    @Override
    public String traceparent() {
      var context = span.getSpanContext();
      return "00-%s-%s-%s"
          .formatted(context.getTraceId(), context.getSpanId(), context.getTraceFlags().asHex());
    }

    @Override
    public Span rename(String name) {
      span.updateName(name);
      return this;
    }

    @Override
    public Span tell(String name, String value) {
      span.setAttribute(name, value);
      return this;
    }

    @Override
    public Span tell(String name, long value) {
      span.setAttribute(name, value);
      return this;
    }

    @Override
    public void failed(String what) {
      span.setStatus(StatusCode.ERROR, what);
    }

    @Override
    public void end() {
      span.end();
    }
  }
}
