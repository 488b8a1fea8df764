package org.sortingoffice.burst;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.sortingoffice.experiment.Client;

/** Posts the tickets at their times, whether or not those before are answered. */
final class TicketStream {
  private static final List<String> SUBJECTS =
      List.of(
          "Parcel is late",
          "Charged twice for one order",
          "The app closes when I open my orders",
          "How do I return a pair of shoes?",
          "I cannot sign in any more");

  private final Scenario scenario;
  private final Client client;
  private final URI tickets;

  /**
   * @param scenario how many, how fast
   * @param client posts them
   * @param tickets where to
   */
  TicketStream(Scenario scenario, Client client, URI tickets) {
    this.scenario = scenario;
    this.client = client;
    this.tickets = tickets;
  }

  /**
   * Posts the burst; returns when the last is answered.
   *
   * @throws IOException when a ticket is not accepted
   */
  void post(ExperimentClock clock) throws IOException, InterruptedException {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < scenario.tickets(); i++) {
      clock.awaitSeconds(i / scenario.ticketsPerSecond());
      answers.add(client.postAsync(tickets, "burst-" + i, ticket(i)));
    }
    check(answers);
  }

  /**
   * Posts the earlier tickets, all at once; returns when the last is answered.
   *
   * @throws IOException when a ticket is not accepted
   */
  void postEarlier() throws IOException {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < scenario.earlier(); i++) {
      answers.add(client.postAsync(tickets, "earlier-" + i, ticket(i)));
    }
    check(answers);
  }

  private static void check(List<CompletableFuture<HttpResponse<String>>> answers)
      throws IOException {
    for (CompletableFuture<HttpResponse<String>> coming : answers) {
      HttpResponse<String> answer = answer(coming);
      if (answer.statusCode() != 202) {
        throw new IOException(
            "A ticket was answered %d: %s".formatted(answer.statusCode(), answer.body()));
      }
    }
  }

  private static HttpResponse<String> answer(CompletableFuture<HttpResponse<String>> coming)
      throws IOException {
    try {
      return coming.join();
    } catch (CompletionException failure) {
      throw new IOException("A ticket was not answered.", failure.getCause());
    }
  }

  private static String ticket(int i) {
    return """
    {"customer_id":"C-%04d","subject":"%s","body":"I wrote to you before. Please tell me what happens next."}"""
        .formatted(i % 60 + 1, SUBJECTS.get(i % SUBJECTS.size()));
  }
}
