package org.sortingoffice.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.StubProvider;
import org.sortingoffice.testing.TestRows;
import org.sortingoffice.testing.TraceCollector;

/**
 * A job that is accepted by one process, lost with it in the middle of its second call, and ended
 * by another: what traces, logs and metrics tell of it.
 */
class WatchedProcessTest {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";
  private static final String TEXT = "What I write is nobody's business but yours.";

  @TempDir private static Path folder;

  private static List<StubProvider.Request> calls;
  private static List<Span> spans;
  private static List<JsonNode> firstLog;
  private static List<JsonNode> secondLog;
  private static String workersMetrics;
  private static HttpResponse<String> workersReadiness;

  @BeforeAll
  static void workOffAJobInTwoProcesses() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (StubProvider provider = StubProvider.start();
        TraceCollector collector = TraceCollector.start()) {
      AtomicInteger asked = new AtomicInteger();
      CountDownLatch second = new CountDownLatch(1);
      provider.behave(
          request -> {
            if (asked.incrementAndGet() == 2) {
              second.countDown();
              awaitQuietly(over);
            }
            return StubProvider.usual(request);
          });
      DatabaseAddress address = TestDatabase.migrated("watched");
      TestRows rows = new TestRows(TestDatabase.dataSource(address));
      Map<String, String> settings = settings(address, provider, collector);
      try (OfficeProcess first =
          OfficeProcess.start(settings, folder.resolve("first.log")).awaitAnswer()) {
        post(first.api());
        assertThat(second.await(60, TimeUnit.SECONDS)).isTrue();
        await("the spans of the request and the first step")
            .atMost(Duration.ofSeconds(30))
            .until(() -> collector.spansOf(TRACE).size() >= 3);
        first.kill();
      }
      int port = freePort();
      settings.put("app.roles", "worker");
      settings.put("management.port", String.valueOf(port));
      try (OfficeProcess worker = OfficeProcess.start(settings, folder.resolve("second.log"))) {
        await("the job is done")
            .atMost(Duration.ofSeconds(90))
            .until(() -> rows.count("jobs where state = 'succeeded'") == 1);
        URI management = URI.create("http://127.0.0.1:" + port);
        workersReadiness = get(management.resolve("/health/ready"));
        workersMetrics = get(management.resolve("/metrics")).body();
        assertThat(worker.stop()).isZero();
      }
      calls = List.copyOf(provider.requests());
      spans = collector.spansOf(TRACE);
    } finally {
      over.countDown();
    }
    firstLog = lines("first.log");
    secondLog = lines("second.log");
  }

  private static Map<String, String> settings(
      DatabaseAddress address, StubProvider provider, TraceCollector collector) {
    Map<String, String> settings = new HashMap<>();
    settings.put("app.roles", "api,worker");
    settings.put("database.url", address.jdbcUrl());
    settings.put("database.user", address.user());
    settings.put("database.password", address.password());
    settings.put("provider.url", provider.url());
    settings.put("lease.seconds", "3");
    settings.put("lease.renew.seconds", "1");
    settings.put("log.format", "json");
    settings.put("otel.exporter.otlp.endpoint", collector.url());
    settings.put("otel.bsp.schedule.delay", "50");
    return settings;
  }

  private static void post(URI api) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HTTP.send(
            HttpRequest.newBuilder(api.resolve("/v1/tickets"))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("traceparent", "00-%s-%s-01".formatted(TRACE, CALLER))
                .POST(BodyPublishers.ofString(RunningOffice.ticket("C-0022", "Mine", TEXT)))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(202);
  }

  private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(),
        BodyHandlers.ofString());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0)) {
      return probe.getLocalPort();
    }
  }

  private static List<JsonNode> lines(String file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(file))) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Test
  void theRequestIsASpanUnderItsCallers() {
    Span request = one("POST /v1/tickets");
    assertThat(TraceCollector.hex(request.getParentSpanId())).isEqualTo(CALLER);
    assertThat(request.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
  }

  @Test
  void theDeliveryAfterTheCrashIsPartOfTheRequestsTrace() {
    Span delivery = one("deliver job");
    assertThat(delivery.getParentSpanId()).isEqualTo(one("POST /v1/tickets").getSpanId());
    assertThat(delivery.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CONSUMER);
    assertThat(attribute(delivery, "sorting_office.delivery")).isEqualTo(2);
    assertThat(one("step embed").getParentSpanId()).isEqualTo(delivery.getSpanId());
  }

  @Test
  void theProviderIsToldOfTheTraceByEveryCallOfEveryDelivery() {
    assertThat(calls).hasSize(4);
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThat(call.headers().getFirst("traceparent")).matches("00-" + TRACE + "-.*"));
    String last = calls.get(3).headers().getFirst("traceparent").split("-")[2];
    Span call =
        spans.stream()
            .filter(span -> TraceCollector.hex(span.getSpanId()).equals(last))
            .findFirst()
            .orElseThrow();
    assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
    assertThat(call.getParentSpanId()).isEqualTo(one("step embed").getSpanId());
  }

  @Test
  void everyLineOfTheLogIsAnObject() {
    assertThat(firstLog).isNotEmpty();
    assertThat(secondLog)
        .isNotEmpty()
        .allSatisfy(
            line -> {
              assertThat(line.path("@timestamp").asText()).matches("\\d{4}-.*T.*Z");
              assertThat(line.path("level").asText()).isNotEmpty();
              assertThat(line.path("logger_name").asText()).isNotEmpty();
              assertThat(line.path("message").asText()).isNotEmpty();
            });
  }

  @Test
  void aLineOfAJobNamesItsTicketItsDeliveryAndItsTrace() {
    JsonNode succeeded = line("job 1: succeeded (attempt 2)");
    assertThat(succeeded.path("ticket").asText()).isEqualTo("T-500001");
    assertThat(succeeded.path("job").asText()).isEqualTo("1");
    assertThat(succeeded.path("delivery").asText()).isEqualTo("2");
    assertThat(succeeded.path("trace_id").asText()).isEqualTo(TRACE);
  }

  @Test
  void aLineAboutALostJobNamesItThoughNobodyWorksOnIt() {
    JsonNode lost =
        secondLog.stream()
            .filter(line -> line.path("message").asText().startsWith("job 1: worker lost"))
            .findFirst()
            .orElseThrow();
    assertThat(lost.path("ticket").asText()).isEqualTo("T-500001");
    assertThat(lost.path("job").asText()).isEqualTo("1");
    assertThat(lost.path("delivery").asText()).isEqualTo("1");
  }

  @Test
  void linesThatAreNoJobsNameNone() {
    assertThat(secondLog)
        .filteredOn(line -> !line.path("message").asText().startsWith("job "))
        .isNotEmpty()
        .noneMatch(line -> line.has("job") || line.has("trace_id"));
  }

  @Test
  void noLineHasTheTicketsText() throws IOException {
    for (String file : List.of("first.log", "second.log")) {
      assertThat(Files.readString(folder.resolve(file))).doesNotContain(TEXT);
    }
  }

  @Test
  void aWorkerWithoutApiHasHealthAndMetrics() {
    assertThat(workersReadiness.statusCode()).isEqualTo(200);
    assertThat(workersReadiness.body())
        .isEqualTo("{\"status\":\"UP\",\"provider\":{\"gate\":\"open\"}}");
    assertThat(workersMetrics)
        .contains(
            "sorting_office_deliveries_total{error=\"none\",outcome=\"succeeded\"} 1.0",
            "sorting_office_deliveries_total{error=\"WorkerLost\",outcome=\"lost\"} 1.0",
            "sorting_office_provider_tokens_total{direction=\"output\",provider=\"default\",step=\"draft_reply\"} 20.0");
  }

  private static JsonNode line(String message) {
    Optional<JsonNode> found =
        secondLog.stream()
            .filter(line -> line.path("message").asText().equals(message))
            .findFirst();
    return found.orElseThrow();
  }

  private static Span one(String name) {
    List<Span> found = spans.stream().filter(span -> span.getName().equals(name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  private static long attribute(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(name))
        .findFirst()
        .orElseThrow()
        .getValue()
        .getIntValue();
  }
}
