package org.sortingoffice.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.deploy.ComposeFile.map;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/**
 * docker-compose.yml does what it says. No container engine is at hand here: the file is held
 * against a schema of those parts of the Compose specification that it uses, and the command line
 * of each of our services is started, with its environment, as a plain process.
 */
class ComposeTest {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ComposeFile compose = ComposeFile.read();
  private final List<Process> processes = new ArrayList<>();

  @TempDir Path folder;

  @AfterEach
  void killAll() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void theFileIsWhatTheSpecificationKnows() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    try (InputStream file = getClass().getResourceAsStream("compose-parts.schema.json")) {
      Schema schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(mapper.readTree(file));
      assertThat(schema.validate(mapper.valueToTree(compose.content()))).isEmpty();
    }
  }

  @Test
  void whatServicesNameIsThere() {
    for (String name : compose.services().keySet()) {
      Map<String, Object> service = compose.service(name);
      Object dependencies = service.get("depends_on");
      List<?> needed =
          dependencies instanceof Map<?, ?> conditions
              ? List.copyOf(conditions.keySet())
              : dependencies instanceof List<?> names ? names : List.of();
      assertThat(compose.services().keySet())
          .as("what %s depends on", name)
          .containsAll(List.copyOf(needed.stream().map(String::valueOf).toList()));
      for (Object volume : (List<?>) service.getOrDefault("volumes", List.of())) {
        String source = String.valueOf(volume).split(":")[0];
        if (!source.startsWith("./")) {
          assertThat(map(compose.content().get("volumes"))).containsKey(source);
        }
      }
      for (Object config : (List<?>) service.getOrDefault("configs", List.of())) {
        assertThat(map(compose.content().get("configs")))
            .containsKey(String.valueOf(map(config).get("source")));
      }
      for (Object port : (List<?>) service.getOrDefault("ports", List.of())) {
        assertThat(String.valueOf(port)).as("published on loopback only").startsWith("127.0.0.1:");
      }
    }
  }

  @Test
  void everyVariableOfOurServicesIsASetting() throws IOException {
    Properties settings = new Properties();
    for (String file : List.of("application.properties", "simulator/simulator.properties")) {
      try (var reader = Files.newBufferedReader(Path.of(file))) {
        settings.load(reader);
      }
    }
    List<String> known =
        settings.stringPropertyNames().stream()
            .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'))
            .toList();
    for (String service : List.of("migrate", "simulator", "api", "worker", "housekeeping")) {
      assertThat(compose.environment(service).keySet()).as(service).isSubsetOf(known);
    }
  }

  @Test
  void twoApisAndTwoWorkersOnOneDatabaseDoEveryTicketOnce() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("compose");
    TestRows rows = new TestRows(TestDatabase.dataSource(address));
    Map<String, String> hosts = new TreeMap<>();
    hosts.put("postgres://office:office@database:5432/office", url(address));
    int simulator = freePort();
    hosts.put("simulator:8089", "127.0.0.1:" + simulator);

    Process migration = start("migrate", hosts, Map.of());
    assertThat(migration.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(migration.exitValue()).as(log("migrate")).isZero();
    start("simulator", hosts, Map.of("SIMULATOR_PORT", String.valueOf(simulator)));
    List<URI> apis = List.of(startServing("api", hosts), startServing("api", hosts));
    startServing("worker", hosts);
    startServing("worker", hosts);
    startServing("housekeeping", hosts);
    for (URI api : apis) {
      awaitReady(api);
    }

    int count = 150;
    for (int i = 0; i < count; i++) {
      String body = ticket("C-" + i % 11, "Parcel " + i, "It should have been here on Monday.");
      long first = post(apis.get(i % 2), "key-" + i, body);
      assertThat(post(apis.get((i + 1) % 2), "key-" + i, body)).isEqualTo(first);
    }
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> rows.count("jobs where state = 'succeeded'") == count);

    assertThat(rows.count("jobs")).isEqualTo(count);
    assertThat(rows.count("tickets where team is not null and draft_reply is not null"))
        .isEqualTo(count);
    assertThat(rows.count("ai_runs")).isEqualTo(3L * count);
    assertThat(rows.count("deliveries")).isEqualTo(count);
    assertThat(rows.value("select count(distinct worker) from deliveries")).isEqualTo(2L);
    assertThat(
            get(URI.create("http://127.0.0.1:" + simulator + "/admin/calls"))
                .path("total")
                .asLong())
        .as("calls of the provider")
        .isEqualTo(3L * count);
    for (Process process : processes.subList(1, processes.size())) {
      process.destroy();
    }
    for (Process process : processes.subList(1, processes.size())) {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("within stop_grace_period").isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  private URI startServing(String service, Map<String, String> hosts) throws IOException {
    int port = freePort();
    start(service, hosts, Map.of("HTTP_PORT", String.valueOf(port)));
    return URI.create("http://127.0.0.1:" + port);
  }

  /** As the image does, but with hosts and ports of this machine. */
  private Process start(String service, Map<String, String> hosts, Map<String, String> instead)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "org.sortingoffice.Main"));
    command.addAll(compose.command(service));
    ProcessBuilder builder = new ProcessBuilder(command);
    compose
        .environment(service)
        .forEach(
            (name, value) -> {
              String here = value;
              for (Map.Entry<String, String> host : hosts.entrySet()) {
                here = here.replace(host.getKey(), host.getValue());
              }
              builder.environment().put(name, instead.getOrDefault(name, here));
            });
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve(service + ".log").toFile()))
            .start();
    processes.add(process);
    return process;
  }

  private void awaitReady(URI api) throws IOException {
    try {
      await("%s is ready".formatted(api))
          .atMost(Duration.ofSeconds(120))
          .pollInterval(Duration.ofMillis(100))
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () ->
                  HTTP.send(
                              HttpRequest.newBuilder(api.resolve("/health/ready"))
                                  .timeout(Duration.ofSeconds(5))
                                  .build(),
                              BodyHandlers.ofString())
                          .statusCode()
                      == 200);
    } catch (ConditionTimeoutException notReady) {
      throw new AssertionError("It said:\n" + log("api"), notReady);
    }
  }

  private static long post(URI api, String key, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HTTP.send(
            HttpRequest.newBuilder(api.resolve("/v1/tickets"))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    return json(answer).path("job_id").asLong();
  }

  private static JsonNode get(URI address) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HTTP.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    return answer.statusCode() == 200 ? json(answer) : MissingNode.getInstance();
  }

  private String log(String service) throws IOException {
    return Files.readString(folder.resolve(service + ".log"));
  }

  private static String url(DatabaseAddress address) {
    String password = address.password().isEmpty() ? "" : ":" + address.password();
    return "postgres://%s%s@%s/%s"
        .formatted(
            address.user(),
            password,
            address.hostAndPort(),
            Arrays.asList(address.jdbcUrl().split("[/?]")).get(3));
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0)) {
      return probe.getLocalPort();
    }
  }
}
