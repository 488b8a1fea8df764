package org.sortingoffice.burst;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  /** Posts all of them; returns when the last is answered. */
  List<HttpResponse<String>> post(ExperimentClock clock) throws InterruptedException {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < scenario.tickets(); i++) {
      clock.awaitSeconds(i / scenario.ticketsPerSecond());
      answers.add(client.postAsync(tickets, "burst-" + i, ticket(i)));
    }
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static String ticket(int i) {
    return """
    {"customer_id":"C-%04d","subject":"%s","body":"I wrote to you before. Please tell me what happens next."}"""
        .formatted(i % 60 + 1, SUBJECTS.get(i % SUBJECTS.size()));
  }
}
