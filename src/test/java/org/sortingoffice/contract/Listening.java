package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sortingoffice.testing.RunningOffice;

/** A client that listens to a job's events. */
final class Listening implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATIENCE_SECONDS = 30;

  private final HttpResponse<InputStream> answer;
  private final BufferedReader lines;

  private Listening(HttpResponse<InputStream> answer) {
    this.answer = answer;
    this.lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  /** An event as it came. */
  record Event(String id, String name, JsonNode data) {}

  /** Begins to listen. */
  static Listening to(RunningOffice office, long jobId, String lastEventId, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(office.uri("/v1/jobs/" + jobId + "/events"));
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<InputStream> answer =
        HttpClient.newHttpClient()
            .sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream())
            .join();
    assertThat(answer.statusCode()).isEqualTo(200);
    Map<String, List<String>> received = answer.headers().map();
    assertThat(received.get("content-type")).containsExactly("text/event-stream");
    assertThat(received.get("cache-control")).containsExactly("no-store");
    return new Listening(answer);
  }

  /** The next event, which must be this one. */
  Event next(String name) {
    Event event = within(() -> read(lines));
    assertThat(event).as("the stream ended before %s", name).isNotNull();
    assertThat(event.name()).isEqualTo(name);
    return event;
  }

  /** Waits until the server ends the stream; nothing may come before that. */
  void awaitEnd() {
    assertThat(within(() -> read(lines))).isNull();
  }

  /** All events of an answer that ended. */
  static List<Event> read(String body) {
    BufferedReader lines = new BufferedReader(new StringReader(body));
    List<Event> events = new ArrayList<>();
    for (Event event = read(lines); event != null; event = read(lines)) {
      events.add(event);
    }
    return events;
  }

  private static <T> T within(java.util.function.Supplier<T> reading) {
    try {
      return CompletableFuture.supplyAsync(reading).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("nothing came within " + PATIENCE_SECONDS + " s", late);
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static Event read(BufferedReader lines) {
    try {
      String id = null;
      String name = null;
      StringBuilder data = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty() && !data.isEmpty()) {
          return new Event(id, name, json(data.toString()));
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data.append(line.substring(6));
        }
      }
      return null;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return JSON.readTree(text);
  }

  @Override
  public void close() {
    try {
      answer.body().close();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }
}
