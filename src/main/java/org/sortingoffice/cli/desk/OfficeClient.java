package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sortingoffice.cli.CommandFailure;

/** Speaks the API of a running office. */
final class OfficeClient {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final URI office;
  private final Optional<String> key;

  /**
   * @param office where it listens
   * @param key the API key, when there is one
   */
  OfficeClient(URI office, Optional<String> key) {
    this.office = office;
    this.key = key;
  }

  /** Where the office listens. */
  URI office() {
    return office;
  }

  /**
   * Gets what stands at a path.
   *
   * @param query its parameters; those whose value is null are left out
   * @throws CommandFailure when the office refuses or cannot be reached
   */
  JsonNode get(String path, Map<String, ?> query) {
    String asked =
        query.entrySet().stream()
            .filter(parameter -> parameter.getValue() != null)
            .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue().toString()))
            .collect(Collectors.joining("&"));
    return success(send(request(asked.isEmpty() ? path : path + "?" + asked).GET()));
  }

  /**
   * Posts JSON to a path.
   *
   * @param body null for none
   * @throws CommandFailure when the office refuses or cannot be reached
   */
  JsonNode post(String path, JsonNode body) {
    return success(send(posting(path, body)));
  }

  /**
   * Posts JSON under a name of its own, so that it can be sent again when the answer was lost.
   *
   * @throws CommandFailure when the office refuses or cannot be reached
   */
  JsonNode postOnce(String path, JsonNode body, String idempotencyKey) {
    HttpRequest.Builder request = posting(path, body).header("Idempotency-Key", idempotencyKey);
    try {
      return success(exchange(request));
    } catch (IOException lost) {
      return success(send(request));
    }
  }

  private HttpRequest.Builder posting(String path, JsonNode body) {
    HttpRequest.Builder request = request(path);
    return body == null
        ? request.POST(BodyPublishers.noBody())
        : request
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()));
  }

  private HttpRequest.Builder request(String path) {
    String base = office.toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path))
            .timeout(ANSWER)
            .header("Accept", "application/json");
    key.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request;
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return exchange(request);
    } catch (IOException failure) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "No office answers at %s (%s). Start it, or name another with --url."
              .formatted(office, reason(failure)));
    }
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stopped);
    }
  }

  private static String reason(IOException failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private JsonNode success(HttpResponse<String> answer) {
    JsonNode body = read(answer.body());
    int status = answer.statusCode();
    if (status / 100 == 2) {
      return body;
    }
    throw new CommandFailure(exitCode(status), refusal(status, body));
  }

  private String refusal(int status, JsonNode problem) {
    String said = problem.path("detail").asText("");
    return switch (status) {
      case 401 ->
          key.isEmpty()
              ? "The office at %s asks for an API key: set SORTING_OFFICE_KEY, or name a file with --key-file."
                  .formatted(office)
              : "The office at %s does not know this API key; it may be revoked.".formatted(office);
      case 403 -> "The office refuses: " + said;
      default ->
          said.isEmpty()
              ? "What listens at %s answered %d, which no office would. Is the address right?"
                  .formatted(office, status)
              : said + errors(problem);
    };
  }

  private static String errors(JsonNode problem) {
    StringBuilder lines = new StringBuilder();
    for (JsonNode error : problem.path("errors")) {
      lines
          .append(System.lineSeparator())
          .append("  ")
          .append(error.path("pointer").asText())
          .append(": ")
          .append(error.path("detail").asText());
    }
    return lines.toString();
  }

  private static int exitCode(int status) {
    return switch (status) {
      case 401, 403 -> ExitCodes.NOT_ALLOWED;
      case 404 -> ExitCodes.NOTHING;
      case 409 -> ExitCodes.CONFLICT;
      case 400, 422 -> ExitCodes.USAGE;
      default -> ExitCodes.FAILED;
    };
  }

  private JsonNode read(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException none) {
      return MissingNode.getInstance();
    }
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
