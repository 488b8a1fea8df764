package org.sortingoffice.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes traces as a collector does, by OTLP over HTTP, and keeps their spans. */
public final class TraceCollector implements AutoCloseable {
  private final HttpServer server;
  private final List<Span> spans = new CopyOnWriteArrayList<>();

  private TraceCollector(HttpServer server) {
    this.server = server;
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  public static TraceCollector start() {
    try {
      return new TraceCollector(
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** All spans of a trace that came so far. */
  public List<Span> spansOf(String traceId) {
    return spans.stream().filter(span -> hex(span.getTraceId()).equals(traceId)).toList();
  }

  /** An id as a traceparent has it. */
  public static String hex(com.google.protobuf.ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
          .getResourceSpansList()
          .forEach(
              resource ->
                  resource
                      .getScopeSpansList()
                      .forEach(scope -> spans.addAll(scope.getSpansList())));
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
