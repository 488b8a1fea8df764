package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.TestRows;

/**
 * The API is killed while many requests are under way, each of them somewhere between its first
 * byte and its commit. Whoever got no answer, and whoever got one, sends again with the same key.
 */
class KilledIntakeTest {
  private static final int TICKETS = 200;
  private static final int CLIENTS = 20;

  @TempDir Path folder;

  /** The jobs of the tickets that were answered, by ticket. */
  private final Map<Integer, Long> promised = new ConcurrentHashMap<>();

  @Test
  void everyTicketIsThereOnceWhenAllHaveSentAgain_H15_contract2() throws Exception {
    DatabaseAddress address = TestDatabase.migrated("killed_intake");
    long seed = System.nanoTime();
    int killAfter = new Random(seed).nextInt(TICKETS / 2);

    try (OfficeProcess office = start(address)) {
      CountDownLatch untilKill = new CountDownLatch(killAfter);
      List<Future<Integer>> sending = sendAll(office, untilKill);
      untilKill.await();
      office.kill();
      await(sending);
    }
    Map<Integer, Long> before = new TreeMap<>(promised);
    assertThat(before.size()).as("seed %d", seed).isBetween(killAfter, TICKETS - 1);
    try (OfficeProcess office = start(address)) {
      assertThat(await(sendAll(office, new CountDownLatch(0))))
          .as("answers, seed %d", seed)
          .hasSize(TICKETS)
          .containsOnly(202);
    }

    TestRows rows = new TestRows(TestDatabase.dataSource(address));
    assertThat(promised).as("jobs promised before, seed %d", seed).containsAllEntriesOf(before);
    assertThat(rows.count("tickets")).as("tickets, seed %d", seed).isEqualTo(TICKETS);
    assertThat(rows.count("jobs")).as("jobs, seed %d", seed).isEqualTo(TICKETS);
    assertThat(rows.value("select count(distinct (actor, idempotency_key)) from jobs"))
        .isEqualTo((long) TICKETS);
    assertThat(rows.value("select count(distinct subject) from tickets")).isEqualTo((long) TICKETS);
  }

  private OfficeProcess start(DatabaseAddress address) throws IOException {
    return OfficeProcess.start(
            Map.of(
                "app.roles", "api",
                "database.url", address.jdbcUrl(),
                "database.user", address.user(),
                "database.password", address.password()),
            folder.resolve("office.log"))
        .awaitAnswer();
  }

  /** Sends ticket i with key i, by many clients at once; a status of 0 is no answer. */
  private List<Future<Integer>> sendAll(OfficeProcess office, CountDownLatch answered) {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<Integer>> statuses = new ArrayList<>();
    for (int i = 0; i < TICKETS; i++) {
      int number = i;
      statuses.add(clients.submit(() -> send(office, number, answered)));
    }
    clients.shutdown();
    return statuses;
  }

  private int send(OfficeProcess office, int number, CountDownLatch answered)
      throws InterruptedException {
    try {
      HttpResponse<String> answer =
          office.postTicket(
              "killed-" + number,
              ticket("C-%04d".formatted(number % 7), "Parcel " + number, "late"));
      if (answer.statusCode() == 202) {
        promised.put(number, json(answer).path("job_id").asLong());
      }
      answered.countDown();
      return answer.statusCode();
    } catch (IOException gone) {
      return 0;
    }
  }

  private static List<Integer> await(List<Future<Integer>> statuses)
      throws InterruptedException, ExecutionException {
    List<Integer> all = new ArrayList<>();
    for (Future<Integer> status : statuses) {
      all.add(status.get());
    }
    return all;
  }
}
