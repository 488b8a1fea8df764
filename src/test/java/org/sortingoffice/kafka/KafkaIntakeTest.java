package org.sortingoffice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.KafkaBroker.header;
import static org.sortingoffice.testing.KafkaBroker.record;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.testing.KafkaBroker;
import org.sortingoffice.testing.LogLines;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TcpForwarder;
import org.sortingoffice.testing.TestRows;

/** Tickets from a topic of a real broker, by {@code routes/optional/kafka-intake.camel.yaml}. */
class KafkaIntakeTest {
  @TempDir static Path brokerFolder;
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() {
    broker = KafkaBroker.start(brokerFolder);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void recordsBecomeTicketsOnceAndTheirOffsetsAreCommittedAfterwards() {
    topics("once", 3);
    try (RunningOffice office =
        RunningOffice.start(
            "kafka_once", settings("once", Map.of("kafka.intake.consumers", "2")))) {
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        records.add(record("once", i % 3, ticket("C-" + i % 7, "Parcel " + i, "late"), Map.of()));
      }
      // One key three times, as a producer does that sends again: one ticket.
      for (int i = 0; i < 3; i++) {
        records.add(
            record("once", i, ticket("C-7", "Same", "late"), Map.of("Idempotency-Key", "k1")));
      }
      broker.send(records);

      await().atMost(Duration.ofSeconds(30)).until(() -> broker.committed("once", "once") == 303);
      assertThat(office.rows().count("tickets")).isEqualTo(301);
      assertThat(office.rows().value("select count(distinct subject) from tickets"))
          .isEqualTo(301L);
      assertThat(
              office.rows().count("jobs where actor = 'customer:C-7' and idempotency_key = 'k1'"))
          .isEqualTo(1);
      assertThat(office.rows().count("jobs where idempotency_key like 'kafka:once-_-%@%'"))
          .isEqualTo(300);
      office.awaitAllOver(Duration.ofSeconds(60));
      assertThat(office.rows().count("jobs where state = 'succeeded'")).isEqualTo(301);
      assertThat(broker.committed("once", "once-dead")).isZero();
    }
  }

  @Test
  void actorsComeFromAHeaderOrASetting() {
    topics("actors", 1);
    try (RunningOffice office =
        RunningOffice.start(
            "kafka_actors",
            settings(
                "actors",
                Map.of(
                    "kafka.intake.actor.header",
                    "shop",
                    "kafka.intake.actor",
                    "shop:unknown",
                    "app.roles",
                    "api")))) {
      broker.send(
          "actors",
          ticket("C-1", "One", "b"),
          Map.of("shop", "shop:north", "Idempotency-Key", "k"));
      broker.send(
          "actors",
          ticket("C-1", "One", "b"),
          Map.of("shop", "shop:south", "Idempotency-Key", "k"));
      broker.send("actors", ticket("C-1", "Two", "b"), Map.of());

      await().atMost(Duration.ofSeconds(30)).until(() -> broker.committed("actors", "actors") == 3);
      assertThat(office.rows().value("select string_agg(actor, ',' order by actor) from jobs"))
          .isEqualTo("shop:north,shop:south,shop:unknown");
    }
  }

  @Test
  void aRecordThatCanNeverBeATicketGoesToTheDeadLetterTopicAndTheNextOnesComeThrough() {
    topics("poison", 1);
    try (LogLines log = LogLines.listen();
        RunningOffice office =
            RunningOffice.start("kafka_poison", settings("poison", Map.of("app.roles", "api")))) {
      String good = ticket("C-1", "Good", "b");
      broker.send("poison", good, Map.of("Idempotency-Key", "first"));
      broker.send("poison", "{\"customer_id\": 7}", Map.of("source", "legacy"));
      broker.send("poison", "no json", Map.of());
      broker.send("poison", ticket("C-1", "Other", "b"), Map.of("Idempotency-Key", "first"));
      broker.send("poison", good, Map.of("Idempotency-Key", ""));
      broker.send("poison", ticket("C-2", "Last", "b"), Map.of());

      List<ConsumerRecord<byte[], byte[]>> dead = broker.read("poison-dead", 4);

      await().atMost(Duration.ofSeconds(30)).until(() -> broker.committed("poison", "poison") == 6);
      assertThat(dead).hasSize(4);
      assertThat(dead)
          .extracting(record -> header(record, "sorting-office-code").orElse(""))
          .containsExactlyInAnyOrder(
              "invalid_request",
              "unreadable_json",
              "idempotency_key_reused",
              "idempotency_key_invalid");
      ConsumerRecord<byte[], byte[]> wrong =
          dead.stream()
              .filter(record -> header(record, "source").isPresent())
              .findFirst()
              .orElseThrow();
      assertThat(wrong.value()).asString().isEqualTo("{\"customer_id\": 7}");
      assertThat(header(wrong, "source")).hasValue("legacy");
      assertThat(header(wrong, "sorting-office-errors").orElse(""))
          .contains("/customer_id: ", "/subject: ");
      assertThat(header(wrong, "sorting-office-topic")).hasValue("poison");
      assertThat(header(wrong, "sorting-office-offset")).hasValue("1");
      assertThat(office.rows().count("tickets")).isEqualTo(2);
      assertThat(log.lines()).noneMatch(line -> line.contains("could not be done"));
    }
  }

  @Test
  void whileTheDeadLetterTopicCannotTakeARecordNothingIsSkipped() {
    broker.createTopic("stuck", 1);
    try (LogLines log = LogLines.listen();
        RunningOffice office =
            RunningOffice.start("kafka_stuck", settings("stuck", Map.of("app.roles", "api")))) {
      broker.send("stuck", ticket("C-1", "Before", "b"), Map.of());
      await().atMost(Duration.ofSeconds(30)).until(() -> broker.committed("stuck", "stuck") == 1);
      broker.send(
          List.of(
              record("stuck", 0, "no json", Map.of()),
              record("stuck", 0, ticket("C-1", "After", "b"), Map.of())));

      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  log.lines().stream()
                      .anyMatch(line -> line.contains("kafka-intake could not be done")));
      assertThat(broker.committed("stuck", "stuck")).isEqualTo(1);
      broker.createTopic("stuck-dead", 1);

      await().atMost(Duration.ofSeconds(60)).until(() -> broker.committed("stuck", "stuck") == 3);
      assertThat(broker.read("stuck-dead", 1)).hasSize(1);
      assertThat(office.rows().count("tickets")).isEqualTo(2);
    }
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsLostSkippedOrCommitted() throws IOException {
    topics("away", 2);
    DatabaseAddress address = TestDatabase.migrated("kafka_away");
    TestRows rows = new TestRows(TestDatabase.dataSource(address));
    try (LogLines log = LogLines.listen();
        TcpForwarder wire = TcpForwarder.to(address);
        RunningOffice office =
            RunningOffice.startAt(
                wire.address(address),
                settings(
                    "away",
                    Map.of(
                        "app.roles", "api", "routes.directory", impatientRoutes().toString())))) {
      broker.send("away", ticket("C-1", "Before", "b"), Map.of());
      await().atMost(Duration.ofSeconds(30)).until(() -> broker.committed("away", "away") == 1);

      wire.cut();
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        records.add(record("away", i % 2, ticket("C-1", "Meanwhile " + i, "b"), Map.of()));
      }
      broker.send(records);
      // Given up by the route, so that the consumer begins again where the offsets are.
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  log.lines().stream()
                          .filter(line -> line.contains("Will break on first error"))
                          .count()
                      >= 2);
      assertThat(broker.committed("away", "away")).isEqualTo(1);
      wire.mend(TcpForwarder.portOf(address));

      await().atMost(Duration.ofSeconds(60)).until(() -> broker.committed("away", "away") == 201);
      assertThat(rows.count("tickets")).isEqualTo(201);
      assertThat(rows.value("select count(distinct subject) from tickets")).isEqualTo(201L);
      assertThat(office.office().serves()).isTrue();
    }
  }

  /** As they are, but the intake itself, and the broker for it when it is killed, wait less. */
  private Path impatientRoutes() throws IOException {
    Path routes = folder.resolve("routes");
    try (Stream<Path> all = Files.walk(Path.of("routes"))) {
      for (Path file : all.toList()) {
        Path copy = routes.resolve(Path.of("routes").relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.writeString(
              copy,
              Files.readString(file)
                  .replace("maximumRedeliveries: 6", "maximumRedeliveries: 1")
                  .replace("sessionTimeoutMs: 10000", "sessionTimeoutMs: 6000"));
        }
      }
    }
    return routes;
  }

  @Test
  void aKilledProcessLosesNothingAndDoublesNothing() throws Exception {
    topics("killed", 4);
    DatabaseAddress address = TestDatabase.migrated("kafka_killed");
    int count = 2_000;
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(record("killed", i % 4, ticket("C-" + i % 9, "Parcel " + i, "late"), Map.of()));
    }
    broker.send(records);
    Map<String, String> settings =
        new HashMap<>(settings("killed", Map.of("kafka.intake.batch", "100")));
    settings.put("app.roles", "api");
    settings.put("routes.directory", impatientRoutes().toString());
    settings.put("database.url", address.jdbcUrl());
    settings.put("database.user", address.user());
    settings.put("database.password", address.password());
    TestRows rows = new TestRows(TestDatabase.dataSource(address));

    try (OfficeProcess office = OfficeProcess.start(settings, folder.resolve("office.log"))) {
      office.awaitAnswer();
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> rows.count("tickets") > 150);
      office.kill();
    }
    long before = rows.count("tickets");
    assertThat(before).isLessThan(count);
    assertThat(broker.committed("killed", "killed")).isLessThanOrEqualTo(before);

    try (OfficeProcess office = OfficeProcess.start(settings, folder.resolve("office.log"))) {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> broker.committed("killed", "killed") == count);
      assertThat(rows.count("tickets")).isEqualTo(count);
      assertThat(rows.value("select count(distinct subject) from tickets")).isEqualTo((long) count);
      assertThat(office.stop()).isZero();
    }
  }

  @Test
  void switchedOnWithoutABrokerItStopsTheStartWithTheSettingsName() {
    assertThatThrownBy(
            () ->
                SortingOffice.openWith(Map.of("http.port", "0", "routes.optional", "kafka-intake")))
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("kafka.brokers (KAFKA_BROKERS)");
    assertThatThrownBy(
            () -> SortingOffice.openWith(Map.of("http.port", "0", "routes.optional", "kafka")))
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("routes/optional/kafka.camel.yaml")
        .hasMessageContaining("ROUTES_OPTIONAL");
  }

  private static void topics(String name, int partitions) {
    broker.createTopic(name, partitions);
    broker.createTopic(name + "-dead", 1);
  }

  private static Map<String, String> settings(String topic, Map<String, String> more) {
    Map<String, String> all = new HashMap<>();
    all.put("routes.optional", "kafka-intake");
    all.put("kafka.brokers", broker.address());
    all.put("kafka.intake.topic", topic);
    all.put("kafka.intake.group", topic);
    all.put("kafka.intake.dead.letter.topic", topic + "-dead");
    all.putAll(more);
    return all;
  }
}
