package org.sortingoffice.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Talks to the API and to the simulator as anybody outside would. */
final class Client {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  HttpResponse<String> post(URI address, String key, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  String get(URI address) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
  }
}
