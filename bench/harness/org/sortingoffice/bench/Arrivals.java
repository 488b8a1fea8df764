package org.sortingoffice.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Tickets that come when they come, whatever became of those before: an open loop, by chance. */
final class Arrivals {
  private static final int MOST_AT_ONCE = 1_000;
  private static final String BODY =
      "{\"customer_id\":\"C-0022\",\"subject\":\"Printer on floor 3 does not print\",\"body\":\""
          + "The light blinks twice and nothing comes out. ".repeat(9)
          + "\"}";

  private final URI tickets;
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Arrivals(int port) {
    this.tickets = URI.create("http://127.0.0.1:" + port + "/v1/tickets");
  }

  /**
   * Sends them and waits for all answers.
   *
   * @return how many were accepted; all, or the run does not count
   */
  long send(int perSecond, long millis) throws InterruptedException {
    Random random = new Random(7);
    Semaphore atOnce = new Semaphore(MOST_AT_ONCE);
    AtomicLong accepted = new AtomicLong();
    long sent = 0;
    long begin = System.nanoTime();
    double next = 0;
    while (next < millis * 1e6) {
      long wait = begin + (long) next - System.nanoTime();
      if (wait > 0) {
        Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
      }
      atOnce.acquire();
      sent++;
      client
          .sendAsync(request(), BodyHandlers.discarding())
          .whenComplete(
              (answer, failure) -> {
                if (failure == null && answer.statusCode() == 202) {
                  accepted.incrementAndGet();
                }
                atOnce.release();
              });
      next += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
    }
    atOnce.acquire(MOST_AT_ONCE);
    OfficeCheck.expect("tickets accepted", sent, accepted.get());
    return sent;
  }

  /** Whether a single ticket is accepted; false while nobody listens. */
  boolean isAccepted() throws InterruptedException {
    try {
      return client.send(request(), BodyHandlers.discarding()).statusCode() == 202;
    } catch (java.io.IOException notYet) {
      return false;
    }
  }

  private HttpRequest request() {
    return HttpRequest.newBuilder(tickets)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(BODY))
        .build();
  }
}
