package org.sortingoffice.testing;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Somebody who is told by webhooks, over HTTP, and remembers what came. */
public final class WebhookReceiver implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Hook> hooks = new CopyOnWriteArrayList<>();
  private volatile Behaviour behaviour = Behaviour.answering(204);

  /** What it does about a webhook. */
  @FunctionalInterface
  public interface Behaviour {
    /** Answers the exchange, and may take its time. */
    void answer(Hook hook, HttpExchange exchange) throws Exception;

    /** Answers with a status and no body. */
    static Behaviour answering(int status) {
      return (hook, exchange) -> exchange.sendResponseHeaders(status, -1);
    }
  }

  /**
   * What arrived.
   *
   * @param target path and query
   * @param body byte for byte
   */
  public record Hook(String target, Headers headers, byte[] body) {
    /** The header {@code webhook-id}. */
    public String id() {
      return headers.getFirst("webhook-id");
    }

    /** The body as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Which job it tells of. */
    public long job() {
      return json().path("data").path("job_id").asLong();
    }

    /** Whether one of its signatures is by this secret, worked out as a receiver would. */
    public boolean isSignedBy(String secret) {
      try {
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String signed =
            id()
                + "."
                + headers.getFirst("webhook-timestamp")
                + "."
                + new String(body, StandardCharsets.UTF_8);
        String expected =
            "v1,"
                + Base64.getEncoder()
                    .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        return List.of(headers.getFirst("webhook-signature").split(" ")).contains(expected);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private WebhookReceiver(HttpServer server) {
    this.server = server;
    server.createContext("/", this::receive);
    server.setExecutor(threads);
    server.start();
  }

  /** Starts one. */
  public static WebhookReceiver start() {
    try {
      return new WebhookReceiver(
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its address, with a path and a query. */
  public String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/hooks?from=office";
  }

  /** Does so from now on. */
  public void behave(Behaviour otherwise) {
    behaviour = otherwise;
  }

  /** What came so far. */
  public List<Hook> hooks() {
    return hooks;
  }

  /** What came about a job so far. */
  public List<Hook> hooksOf(long job) {
    return hooks.stream().filter(hook -> hook.job() == job).toList();
  }

  /** Waits until so many came about a job. */
  public List<Hook> awaitHooksOf(long job, int count) {
    return await("webhooks of job " + job)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> hooksOf(job), found -> found.size() >= count);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      Hook hook =
          new Hook(
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              exchange.getRequestBody().readAllBytes());
      hooks.add(hook);
      behaviour.answer(hook, exchange);
    } catch (IOException goneMeanwhile) {
      throw goneMeanwhile;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
