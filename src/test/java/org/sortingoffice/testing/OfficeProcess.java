package org.sortingoffice.testing;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Sorting Office in a process of its own, that can be killed at any moment, as {@code serve}
 * starts it.
 */
public final class OfficeProcess implements AutoCloseable {
  private static final OpenApiDocument CONTRACT = OpenApiDocument.read();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Process process;
  private final URI api;

  private OfficeProcess(Process process, URI api) {
    this.process = process;
    this.api = api;
  }

  /**
   * Starts one.
   *
   * @param settings as in application.properties, passed as environment variables
   * @param log where its output goes
   */
  public static OfficeProcess start(Map<String, String> settings, Path log) throws IOException {
    Map<String, String> all = new HashMap<>(settings);
    String port = all.computeIfAbsent("http.port", name -> String.valueOf(freePort()));
    all.put("management.port", settings.getOrDefault("management.port", "none"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "org.sortingoffice.Main",
            "serve");
    all.forEach(
        (name, value) ->
            builder.environment().put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new OfficeProcess(process, URI.create("http://127.0.0.1:" + port));
  }

  /** Waits until it answers. One that does not is ended: its test never gets hold of it. */
  public OfficeProcess awaitAnswer() {
    try {
      await("it answers")
          .atMost(Duration.ofSeconds(120))
          .pollInterval(Duration.ofMillis(50))
          .until(() -> !process.isAlive() || answers());
    } catch (RuntimeException tooLate) {
      close();
      throw tooLate;
    }
    if (!process.isAlive()) {
      throw new AssertionError("it ended with " + process.exitValue() + " before it answered");
    }
    return this;
  }

  private boolean answers() throws InterruptedException {
    try {
      return HTTP.send(
                  HttpRequest.newBuilder(api.resolve("/v1/jobs/0")).build(),
                  BodyHandlers.ofString())
              .statusCode()
          == 404;
    } catch (IOException notYet) {
      return false;
    }
  }

  public URI api() {
    return api;
  }

  public Process process() {
    return process;
  }

  /** Posts a ticket; throws when the process is gone before it answered. */
  public HttpResponse<String> postTicket(String key, String json)
      throws IOException, InterruptedException {
    return exchange(
        HttpRequest.newBuilder(api.resolve("/v1/tickets"))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /** What a GET answers, as JSON. */
  public JsonNode get(String path) throws IOException, InterruptedException {
    return RunningOffice.json(
        exchange(
            HttpRequest.newBuilder(api.resolve(path)).timeout(Duration.ofSeconds(20)).build()));
  }

  private static HttpResponse<String> exchange(HttpRequest request)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
    CONTRACT.assertKnown(request, answer);
    return answer;
  }

  /** As signal 9: nothing in it gets to clean up. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** As signal 15: it may end what it does. */
  public int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("it did not stop within a minute");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static int freePort() {
    try (ServerSocket probe = new ServerSocket(0)) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
