package org.sortingoffice.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * A provider that answers in the documented wire format of OpenAI's API, over HTTP or TLS, and
 * remembers what it was asked. What it answers can be replaced.
 */
public final class StubProvider implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile Function<Request, Answer> behaviour = StubProvider::usual;

  /**
   * What arrived.
   *
   * @param target path and query, as on the wire
   */
  public record Request(String target, Headers headers, JsonNode body) {
    /** Whether it is a chat; otherwise it is an embedding. */
    public boolean isChat() {
      return target.contains("/chat/completions");
    }

    /** What the message of this role says. */
    public String message(String role) {
      for (JsonNode message : body.path("messages")) {
        if (message.path("role").asText().equals(role)) {
          return message.path("content").asText();
        }
      }
      return "";
    }
  }

  /** What goes back. */
  public record Answer(int status, Map<String, String> headers, String body) {
    /** JSON without headers of its own. */
    public static Answer json(int status, String body) {
      return new Answer(status, Map.of(), body);
    }
  }

  private StubProvider(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** Starts one without TLS. */
  public static StubProvider start() {
    try {
      return new StubProvider(HttpServer.create(anyPort(), 0), "http");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts one that speaks TLS with this certificate. */
  public static StubProvider startWithTls(SSLContext certificate) {
    try {
      HttpsServer server = HttpsServer.create(anyPort(), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(certificate));
      return new StubProvider(server, "https");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Answers otherwise from now on. */
  public void behave(Function<Request, Answer> otherwise) {
    behaviour = otherwise;
  }

  /** Answers as usual again, and forgets what it was asked. */
  public void reset() {
    behaviour = StubProvider::usual;
    requests.clear();
  }

  /** The base URL with its /v1. */
  public String url() {
    return url("/v1");
  }

  /** The base URL with another path. */
  public String url(String path) {
    return "%s://localhost:%d%s".formatted(scheme, server.getAddress().getPort(), path);
  }

  /** What it was asked so far. */
  public List<Request> requests() {
    return requests;
  }

  /** A good answer: a classification where JSON is asked for, a text or a vector otherwise. */
  public static Answer usual(Request request) {
    if (!request.isChat()) {
      int dimensions = request.body().path("dimensions").asInt(384);
      return Answer.json(
          200,
          """
          {"object":"list","model":"stub-embed","data":[{"object":"embedding","index":0,"embedding":[%s]}],
           "usage":{"prompt_tokens":8,"total_tokens":8}}"""
              .formatted(String.join(",", Collections.nCopies(dimensions, "0.5"))));
    }
    boolean classify = request.message("system").contains("You sort support tickets");
    return said(classify ? "{\"team\":\"billing\",\"priority\":2}" : "Thank you for writing.");
  }

  /** A good answer with this content. */
  public static Answer said(String content) {
    return Answer.json(
        200,
        """
        {"id":"chatcmpl-1","object":"chat.completion","created":1700000000,"model":"stub-chat",
         "choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}}"""
            .formatted(JSON.getNodeFactory().textNode(content)));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Request request =
          new Request(
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              JSON.readTree(exchange.getRequestBody()));
      requests.add(request);
      Answer answer = behaviour.apply(request);
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
