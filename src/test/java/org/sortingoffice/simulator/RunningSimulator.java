package org.sortingoffice.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A simulator started for a test, seen from outside as a client sees it. */
final class RunningSimulator implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final Simulator simulator;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningSimulator(SimulatorSettings settings) {
    this.simulator = Simulator.start(settings);
  }

  static RunningSimulator start() {
    return start(SimulatorSettings.defaults());
  }

  /** With these settings, but on a free port. */
  static RunningSimulator start(SimulatorSettings settings) {
    return new RunningSimulator(settings.withPort(0));
  }

  /** An answer with its body as text and, where it is any, as JSON. */
  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String body() {
      return response.body();
    }

    /** A header, or null. */
    String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }

    JsonNode json() {
      return parse(response.body());
    }

    JsonNode at(String pointer) {
      return json().at(pointer);
    }

    /** What the model says. */
    String content() {
      return at("/choices/0/message/content").textValue();
    }
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }

  /** The start of a request to a path such as {@code /v1/models}. */
  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(simulator.baseUrl().resolve(path)).timeout(LONGEST);
  }

  Answer send(HttpRequest.Builder request) {
    return sendAsync(request).join();
  }

  CompletableFuture<Answer> sendAsync(HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Answer::new);
  }

  Answer get(String path) {
    return send(request(path));
  }

  /** Puts a mode in force; fails if there is no such mode. */
  void mode(String json) {
    Answer answer = putMode(json);
    if (answer.status() != 200) {
      throw new AssertionError("no mode " + json + ": " + answer.body());
    }
  }

  Answer putMode(String json) {
    return send(request("/admin/mode").PUT(BodyPublishers.ofString(json)));
  }

  void forgetCalls() {
    send(request("/admin/calls").DELETE());
  }

  JsonNode calls(String query) {
    return get("/admin/calls" + query).json();
  }

  /** Asks for a reply to a ticket. */
  Answer draft(String subject) {
    return send(chatRequest(subject, false));
  }

  /** Asks for the classification of a ticket. */
  Answer classify(String subject) {
    return send(chatRequest(subject, true));
  }

  /** A chat request; as JSON it is deduced to be the step classify, otherwise draft_reply. */
  HttpRequest.Builder chatRequest(String subject, boolean asJson) {
    return request(Reception.CHAT_PATH)
        .header("Authorization", "Bearer sk-test a/b")
        .POST(BodyPublishers.ofString(chatBody(subject, asJson)));
  }

  static String chatBody(String subject, boolean asJson) {
    ObjectNode body = JSON.createObjectNode().put("model", "small-chat-v1");
    var messages = body.putArray("messages");
    messages.addObject().put("role", "system").put("content", "You work on support tickets.");
    messages
        .addObject()
        .put("role", "user")
        .put("content", "Subject: " + subject + "\n\nIt should have been here on Monday.");
    if (asJson) {
      body.putObject("response_format").put("type", "json_object");
    }
    return body.toString();
  }

  Answer embed(String text) {
    return send(embedRequest(text));
  }

  HttpRequest.Builder embedRequest(String text) {
    String body =
        JSON.createObjectNode().put("model", "embed-small-384-v1").put("input", text).toString();
    return request(Reception.EMBEDDINGS_PATH).POST(BodyPublishers.ofString(body));
  }

  /** A connection on which a chat call has been sent and nothing been read. */
  Socket sendRaw(String subject) throws IOException {
    byte[] body = chatBody(subject, false).getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port());
    socket.setSoTimeout((int) LONGEST.toMillis());
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
    return socket;
  }

  URI baseUrl() {
    return simulator.baseUrl();
  }

  @Override
  public void close() {
    simulator.close();
  }
}
