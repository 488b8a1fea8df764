package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.InstalledPostgres;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * The drill of docs/operations.md, done as it stands there: a backup while tickets come and are
 * worked on, a disaster, a restore, and everybody who got no end sends again.
 */
class BackupDrillTest {
  private static final int BEFORE = 60;

  /** So slow that several jobs are under way at whatever moment is dumped. */
  private static final String SLOW = "{\"mode\":\"normal\",\"latency_ms\":60}";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "lease.seconds", "2",
          "lease.renew.seconds", "0.5",
          "worker.concurrency", "4",
          "claim.poll.millis", "50",
          "shutdown.seconds", "0.2");

  @TempDir Path folder;

  /** What was answered 202, by key. */
  private final Map<Integer, String> tickets = new ConcurrentSkipListMap<>();

  @Test
  void whatWasAcceptedBeforeTheDumpEndsOnceAfterTheRestore() throws Exception {
    Optional<Path> programs = InstalledPostgres.programs();
    assumeTrue(
        programs.isPresent() || System.getenv("CI") != null,
        "no PostgreSQL server with pg_dump is installed (Debian: postgresql)");
    try (InstalledPostgres server = InstalledPostgres.start(programs.get(), folder)) {
      server.run("createdb", "--maintenance-db=" + server.url("postgres"), "office");
      DatabaseAddress restored = server.address("restored");
      Path dump = folder.resolve("office.dump");
      Map<Integer, String> before;
      try (RunningOffice office = RunningOffice.startAt(server.address("office"), SETTINGS)) {
        office.provider(SLOW);
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService client = Executors.newSingleThreadExecutor();
        Future<?> sending = client.submit(() -> sendUntil(enough, office));
        await().atMost(Duration.ofSeconds(60)).until(() -> tickets.size() >= BEFORE);
        before = new HashMap<>(tickets);

        server.run("pg_dump", "--format=custom", "--file=" + dump, server.url("office"));
        int dumped = tickets.size();
        await().atMost(Duration.ofSeconds(60)).until(() -> tickets.size() >= dumped + 20);
        enough.set(true);
        sending.get();
        client.shutdown();
        office.closeOffice();
        // The disaster: from here on there is only the dump.
        server.run("createdb", "--maintenance-db=" + server.url("postgres"), "restored");
        server.run(
            "pg_restore", "--exit-on-error", "--dbname=" + server.url("restored"), dump.toString());
        TestRows rows = new TestRows(TestDatabase.dataSource(restored));
        assertThat(rows.count("jobs where state = 'running'"))
            .as("jobs that were under way when it was dumped")
            .isPositive();
        stepAside(rows);
      }
      try (RunningOffice office = RunningOffice.startAt(restored, SETTINGS)) {
        office.awaitAllOver(Duration.ofSeconds(60));
        assertThat(before)
            .as("tickets accepted before the dump")
            .hasSizeGreaterThanOrEqualTo(BEFORE);
        before.forEach((key, ticket) -> assertThat(ticketOf(office, key)).isEqualTo(ticket));
        assertThat(office.rows().count("jobs where state <> 'succeeded'")).isZero();
        assertThatNothingIsDoubled(office.rows());

        // Whoever does not know sends again, under the same key.
        Map<Integer, String> promised = new HashMap<>(tickets);
        promised.forEach(
            (key, ticket) -> {
              boolean known = ticketOf(office, key) != null;
              HttpResponse<String> answer = send(office, key);
              String again = json(answer).path("ticket_id").asText();
              assertThat(answer.headers().firstValue("Idempotent-Replayed").isPresent())
                  .as("key %d is replayed", key)
                  .isEqualTo(known);
              if (known) {
                assertThat(again).isEqualTo(ticket);
              } else {
                assertThat(promised)
                    .as("the number of a ticket is not given twice")
                    .doesNotContainValue(again);
              }
            });
        office.awaitAllOver(Duration.ofSeconds(60));
        assertThat(office.rows().count("jobs where state = 'succeeded'"))
            .isEqualTo(promised.size());
        assertThatNothingIsDoubled(office.rows());
      }
    }
  }

  @Test
  void aCopyOfTheEmbeddedDatabasesFolderIsABackup() throws IOException {
    Path data = folder.resolve("data");
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(Map.of("http.port", "0", "database.url", "", "data.dir", data.toString()));
    try (RunningOffice office = RunningOffice.start("backup_not_used", settings)) {
      office.provider(SLOW);
      for (int key = 0; key < BEFORE; key++) {
        tickets.put(key, json(send(office, key)).path("ticket_id").asText());
      }
      office.closeOffice();
      Path copy = folder.resolve("copy");
      copy(data, copy);

      settings.put("data.dir", copy.toString());
      office.open(settings);
      TestRows rows =
          new TestRows(TestDatabase.dataSource(office.office().foundations().address()));
      assertThat(rows.count("jobs")).isEqualTo(BEFORE);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> rows.count("jobs where state = 'succeeded'") == BEFORE);
      assertThatNothingIsDoubled(rows);
      tickets.forEach(
          (key, ticket) ->
              assertThat(json(send(office, key)).path("ticket_id").asText()).isEqualTo(ticket));
    }
  }

  /** As docs/operations.md has it. */
  private static void stepAside(TestRows rows) throws IOException {
    for (String statement :
        new String[] {
          "select setval('ticket_numbers', nextval('ticket_numbers') + 1000000)",
          "select setval('jobs_id_seq', nextval('jobs_id_seq') + 1000000)"
        }) {
      assertThat(Files.readString(Path.of("docs/operations.md"))).contains(statement);
      rows.value(statement);
    }
  }

  private static void assertThatNothingIsDoubled(TestRows rows) {
    assertThat(rows.count("tickets")).isEqualTo(rows.count("jobs"));
    assertThat(rows.count("ai_runs")).isEqualTo(3 * rows.count("jobs where state = 'succeeded'"));
    assertThat(rows.value("select count(distinct (job_id, task)) from ai_runs"))
        .isEqualTo(rows.count("ai_runs"));
    assertThat(rows.value("select count(distinct (actor, idempotency_key)) from jobs"))
        .isEqualTo(rows.count("jobs"));
    assertThat(rows.count("tickets where team is null or draft_reply is null")).isZero();
    assertThat(rows.count("ticket_embeddings")).isEqualTo(rows.count("tickets"));
  }

  private void sendUntil(AtomicBoolean enough, RunningOffice office) {
    for (int key = 0; !enough.get(); key++) {
      tickets.put(key, json(send(office, key)).path("ticket_id").asText());
    }
  }

  private static HttpResponse<String> send(RunningOffice office, int key) {
    HttpResponse<String> answer =
        office.postTicket("key-" + key, ticket("C-0022", "Parcel " + key, "It is late."));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    return answer;
  }

  private static String ticketOf(RunningOffice office, int key) {
    return (String)
        office
            .rows()
            .value(
                "select 'T-' || ticket_number from jobs where idempotency_key = ?", "key-" + key);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(
            file,
            to.resolve(from.relativize(file)),
            java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}
