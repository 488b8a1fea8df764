package org.sortingoffice.samples;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A provider that answers each job's step as it is told to, byte by byte, and otherwise well. The
 * simulator is not asked here because it shares no words with what is compared.
 */
final class ScriptedProvider implements AutoCloseable {
  /** Does not answer until the provider is closed. */
  static final int SILENCE = 0;

  /** Ends the connection without an answer. */
  static final int HANG_UP = -1;

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, Answer> script = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  /**
   * An answer.
   *
   * @param status the HTTP status, {@link #SILENCE} or {@link #HANG_UP}
   * @param body the body
   */
  record Answer(int status, String body) {}

  ScriptedProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** What a step of a job gets as its answer, each time. */
  void script(long job, String step, Answer answer) {
    script.put(job + " " + step, answer);
  }

  /** A chat answer with this text in it. */
  Answer says(String content) {
    return chat(json.createObjectNode().put("content", content), "stop");
  }

  Answer chat(ObjectNode message, String finish) {
    ObjectNode answer = json.createObjectNode().put("model", "scripted");
    answer.putArray("choices").addObject().put("finish_reason", finish).set("message", message);
    answer.putObject("usage").put("prompt_tokens", 10).put("completion_tokens", 10);
    return new Answer(200, answer.toString());
  }

  /** A vector of so many numbers, all the same. */
  Answer vector(int dimensions, String number) {
    ObjectNode answer = json.createObjectNode().put("model", "scripted");
    ArrayNode vector = answer.putArray("data").addObject().putArray("embedding");
    for (int i = 0; i < dimensions; i++) {
      vector.add(number);
    }
    return new Answer(200, answer.toString().replace("\"" + number + "\"", number));
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String step = exchange.getRequestHeaders().getFirst("X-Step");
    String job = exchange.getRequestHeaders().getFirst("X-Job");
    Answer answer = script.getOrDefault(job + " " + step, good(step));
    try (exchange) {
      if (answer.status() == SILENCE) {
        closed.await();
      }
      if (answer.status() > 0) {
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer good(String step) {
    return switch (step) {
      case "classify" -> says("{\"team\":\"billing\",\"priority\":2}");
      case "draft_reply" -> says("Hello, we are looking into it.");
      default -> vector(384, "0.05");
    };
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
