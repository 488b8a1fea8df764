package org.sortingoffice.torture;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends tickets as customers' systems do: at a steady rate, some of them more than once, and each
 * again and again until it is answered.
 */
final class Feeder implements AutoCloseable {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  /** Requests under way at once; more wait, as in a client with a pool of connections. */
  private static final int SENDERS = 24;

  private static final int LEAST_PAUSE_MILLIS = 100;
  private static final int MOST_PAUSE_MILLIS = 600;

  /** What asks for the same request once more, with the same key. */
  private static final List<Integer> AGAIN = List.of(409, 429, 503);

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
  private final Phaser underWay = new Phaser(1);
  private final AtomicInteger sent = new AtomicInteger();
  private final List<Member> apis;
  private final Receipts receipts;
  private final long seed;

  Feeder(List<Member> apis, Receipts receipts, long seed) {
    this.apis = apis;
    this.receipts = receipts;
    this.seed = seed;
  }

  /** Sends so many new tickets a second from now on. */
  void start(int ticketsPerSecond) {
    clock.scheduleAtFixedRate(this::next, 0, 1_000_000 / ticketsPerSecond, TimeUnit.MICROSECONDS);
  }

  /** How many different tickets were sent. */
  int sent() {
    return sent.get();
  }

  /**
   * Ends new tickets, and waits until all are answered.
   *
   * @throws TimeoutException when some are not in time
   */
  void finish(Duration patience) throws InterruptedException, TimeoutException {
    clock.shutdown();
    clock.awaitTermination(10, TimeUnit.SECONDS);
    awaitAll(patience);
  }

  private void awaitAll(Duration patience) throws InterruptedException, TimeoutException {
    underWay.awaitAdvanceInterruptibly(
        underWay.arrive(), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Sends tickets that were accepted before once more, and waits for the answers.
   *
   * @throws TimeoutException when some are not answered in time
   */
  void repeat(List<SentTicket> tickets, Duration patience)
      throws InterruptedException, TimeoutException {
    for (SentTicket ticket : tickets) {
      underWay.register();
      senders.execute(() -> repeat(ticket));
    }
    awaitAll(patience);
  }

  private void repeat(SentTicket ticket) {
    try {
      untilAnswered(ticket, ThreadLocalRandom.current().nextInt(apis.size()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      underWay.arriveAndDeregister();
    }
  }

  private void next() {
    SentTicket ticket = SentTicket.of(seed, sent.getAndIncrement());
    for (int twin = 0; twin < ticket.twins(); twin++) {
      int which = twin;
      underWay.register();
      senders.execute(() -> tell(ticket, which));
    }
  }

  private void tell(SentTicket ticket, int twin) {
    try {
      int api = Math.floorMod(ticket.hashCode() + twin, apis.size());
      Receipts.Receipt receipt = untilAnswered(ticket, api);
      for (int i = 0; twin == 0 && i < ticket.repeats(); i++) {
        untilAnswered(ticket, api + i);
      }
      if (twin == 0 && ticket.cancelled()) {
        cancel(receipt.jobId(), api);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      underWay.arriveAndDeregister();
    }
  }

  private Receipts.Receipt untilAnswered(SentTicket ticket, int api) throws InterruptedException {
    for (int tries = 0; !senders.isShutdown(); tries++) {
      try {
        HttpResponse<String> answer =
            http.send(posting(ticket, api + tries), BodyHandlers.ofString());
        if (answer.statusCode() == 202) {
          return receipts.accepted(
              ticket,
              json.readTree(answer.body()),
              answer.headers().firstValue("Idempotent-Replayed").isPresent());
        }
        if (AGAIN.contains(answer.statusCode())) {
          receipts.count(String.valueOf(answer.statusCode()));
        } else {
          receipts.unexpected(ticket, answer.statusCode(), answer.body());
        }
      } catch (IOException gone) {
        receipts.count("no answer");
      }
      pause();
    }
    throw new InterruptedException("the run is over");
  }

  /** Once, whatever comes of it: what the job then is, the database tells. */
  private void cancel(long job, int api) throws InterruptedException {
    URI address = address(api, "/v1/jobs/" + job + "/cancel");
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(address)
                  .timeout(LONGEST_ANSWER)
                  .POST(BodyPublishers.noBody())
                  .build(),
              BodyHandlers.ofString());
      receipts.count("cancel: " + answer.statusCode());
    } catch (IOException gone) {
      receipts.count("cancel: no answer");
    }
  }

  private HttpRequest posting(SentTicket ticket, int api) {
    return HttpRequest.newBuilder(address(api, "/v1/tickets"))
        .timeout(LONGEST_ANSWER)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", ticket.key())
        .POST(BodyPublishers.ofString(ticket.json()))
        .build();
  }

  private URI address(int api, String path) {
    return apis.get(Math.floorMod(api, apis.size())).api().resolve(path);
  }

  // Not what a test waits for: a client's own pause before it asks again.
  private static void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(
        ThreadLocalRandom.current().nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS));
  }

  @Override
  public void close() {
    clock.shutdownNow();
    senders.shutdownNow();
  }
}
