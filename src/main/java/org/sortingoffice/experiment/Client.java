package org.sortingoffice.experiment;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** Talks to the API and to the simulator as anybody outside would. */
public final class Client {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Posts JSON under an idempotency key and waits for the answer.
   *
   * @throws IOException when there is none
   */
  public HttpResponse<String> post(URI address, String key, String json)
      throws IOException, InterruptedException {
    return http.send(posting(address, key, json), BodyHandlers.ofString());
  }

  /** Posts JSON under an idempotency key; the answer comes when it comes. */
  public CompletableFuture<HttpResponse<String>> postAsync(URI address, String key, String json) {
    return http.sendAsync(posting(address, key, json), BodyHandlers.ofString());
  }

  private static HttpRequest posting(URI address, String key, String json) {
    return HttpRequest.newBuilder(address)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", key)
        .POST(HttpRequest.BodyPublishers.ofString(json))
        .build();
  }

  /**
   * Puts JSON at an address.
   *
   * @throws IOException when there is no answer, or not a good one
   */
  public void put(URI address, String json) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(
          "%s answered %d: %s".formatted(address, answer.statusCode(), answer.body()));
    }
  }

  /**
   * The body of what is at an address.
   *
   * @throws IOException when there is no answer
   */
  public String get(URI address) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
  }

  /**
   * Deletes what is at an address.
   *
   * @throws IOException when there is no answer
   */
  public void delete(URI address) throws IOException, InterruptedException {
    http.send(HttpRequest.newBuilder(address).DELETE().build(), BodyHandlers.discarding());
  }
}
