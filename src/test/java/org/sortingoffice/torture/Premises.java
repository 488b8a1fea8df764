package org.sortingoffice.torture;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.sortingoffice.database.TestDatabase;

/** All that a torture run breaks, and the provider, which it does not: each in its own process. */
final class Premises implements AutoCloseable {
  /** Seconds. Short, so that much happens; the proportions are those of the defaults. */
  static final int LEASE_SECONDS = 3;

  static final int LEASE_MILLIS = LEASE_SECONDS * 1_000;

  /** As the contract has it; more would hide jobs that are tried without end. */
  static final int MAX_ATTEMPTS = 5;

  private final Thread cleaning = new Thread(this::closeAll, "close-premises");
  private Provider provider;
  private KillableDatabase database;
  private List<Member> workers = List.of();
  private List<Member> apis = List.of();

  private Premises() {}

  /**
   * Starts everything and waits until it answers.
   *
   * @param folder an empty folder for data and logs
   */
  static Premises open(Torment torment, Path folder) throws IOException, InterruptedException {
    Premises premises = new Premises();
    // Whoever stops the run early must not be left with its processes.
    Runtime.getRuntime().addShutdownHook(premises.cleaning);
    try {
      premises.start(torment, folder);
      return premises;
    } catch (IOException | RuntimeException failure) {
      premises.close();
      throw failure;
    }
  }

  private void start(Torment torment, Path folder) throws IOException, InterruptedException {
    provider = Provider.start(torment.seed(), folder);
    database = KillableDatabase.start(folder.resolve("data"));
    Map<String, String> common = settings(provider, database);
    workers = members("worker", torment.workers(), common, folder);
    apis = members("api", torment.apis(), common, folder);
    // One alone makes the tables, as in a careful installation; the others find them.
    apis.get(0).start();
    awaitAnswer(apis.get(0));
    for (Member member : members()) {
      member.start();
    }
    for (Member api : apis) {
      awaitAnswer(api);
    }
  }

  private static List<Member> members(
      String role, int count, Map<String, String> common, Path folder) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            number -> {
              Map<String, String> settings = new HashMap<>(common);
              settings.put("app.roles", role);
              settings.put("worker.name", role + "-" + number);
              settings.put("http.port", String.valueOf(ChildJvm.freePort()));
              return new Member(role + "-" + number, settings, folder);
            })
        .toList();
  }

  private static Map<String, String> settings(Provider provider, KillableDatabase database) {
    Map<String, String> settings = new HashMap<>();
    settings.put("database.url", database.address().jdbcUrl());
    settings.put("database.user", database.address().user());
    settings.put("database.password", database.address().password());
    settings.put("database.pool.size", "8");
    settings.put("provider.url", provider.baseUrl().toString());
    settings.put("provider.timeout.millis", "3000");
    settings.put("worker.concurrency", "16");
    settings.put("lease.seconds", String.valueOf(LEASE_SECONDS));
    settings.put("lease.renew.seconds", "1");
    settings.put("job.max.attempts", String.valueOf(MAX_ATTEMPTS));
    settings.put("retry.base.seconds", "0.2");
    settings.put("retry.cap.seconds", "1");
    settings.put("rate.limit.base.seconds", "0.2");
    settings.put("rate.limit.cap.seconds", "2");
    settings.put("breaker.open.seconds", "1");
    settings.put("breaker.open.cap.seconds", "2");
    settings.put("shutdown.seconds", "2");
    settings.put("housekeeping.seconds", "5");
    return settings;
  }

  private void awaitAnswer(Member api) {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    URI address = api.api().resolve("/v1/jobs/0");
    await(api.name() + " answers")
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(
            () ->
                http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                        .statusCode()
                    == 404);
  }

  Provider provider() {
    return provider;
  }

  KillableDatabase database() {
    return database;
  }

  /** New connections to the database, past the office. */
  DataSource rows() {
    return TestDatabase.dataSource(database.address());
  }

  List<Member> workers() {
    return workers;
  }

  List<Member> apis() {
    return apis;
  }

  /** All processes of the office. */
  List<Member> members() {
    List<Member> all = new ArrayList<>(apis);
    all.addAll(workers);
    return all;
  }

  /** Stops the office in order; the database and the provider stay, to be asked what happened. */
  void closeOffice() throws InterruptedException {
    for (Member member : members()) {
      member.stop();
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(cleaning);
    closeAll();
  }

  private void closeAll() {
    try {
      for (Member member : members()) {
        member.kill();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      if (database != null) {
        database.close();
      }
      if (provider != null) {
        provider.close();
      }
    }
  }

  /** Deletes the data of a run that nobody has to look at any more; the logs stay. */
  static void forgetData(Path folder) throws IOException {
    try (Stream<Path> data = Files.walk(folder.resolve("data"))) {
      for (Path path : data.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** The folder of a run, below target/ so that a clean takes it away. */
  static Path folderFor(long seed) throws IOException {
    return Files.createTempDirectory(
        Files.createDirectories(Path.of("target", "torture").toAbsolutePath()),
        "seed-" + seed + "-");
  }
}
