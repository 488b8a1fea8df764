package org.sortingoffice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.KafkaBroker.header;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.testing.KafkaBroker;
import org.sortingoffice.testing.RunningOffice;

/** The ends of jobs to a topic of a real broker, by {@code routes/optional/kafka-results}. */
class KafkaResultsTest {
  @TempDir Path brokerFolder;

  @Test
  void endsOfJobsAreToldByTwoProcessesOnceEachAlsoAfterTheBrokerWasAway() throws Exception {
    try (KafkaBroker broker = KafkaBroker.start(brokerFolder)) {
      broker.createTopic("results", 2);
      Map<String, String> settings =
          Map.of(
              "routes.optional", "kafka-results",
              "kafka.brokers", broker.address(),
              "kafka.results.topic", "results",
              "kafka.results.batch", "5",
              "outbox.topic.events", "succeeded,failed");
      try (RunningOffice office = RunningOffice.start("kafka_results", settings)) {
        Map<String, String> second = new HashMap<>(office.settingsOf(settings));
        second.put("app.roles", "housekeeping");
        try (SortingOffice other = SortingOffice.openWith(second)) {
          assertThat(other.serves()).isFalse();
          int count = 40;
          for (int i = 0; i < count - 1; i++) {
            office.postGoodTicket("Parcel " + i);
          }
          long failing = office.postGoodTicket("Parcel [sim:bad_label@classify]");

          List<ConsumerRecord<byte[], byte[]>> told = broker.read("results", count);

          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> office.rows().count("outbox where state = 'delivered'") == count);
          assertThat(told).hasSize(count);
          assertThat(told)
              .extracting(record -> header(record, "event-id").orElseThrow())
              .doesNotHaveDuplicates();
          for (ConsumerRecord<byte[], byte[]> record : told) {
            JsonNode event = new ObjectMapper().readTree(record.value());
            assertThat(event.path("job_id").asText())
                .isEqualTo(new String(record.key(), StandardCharsets.UTF_8));
            boolean failed = event.path("job_id").asLong() == failing;
            assertThat(event.path("kind").asText())
                .isEqualTo(failed ? "job.failed" : "job.succeeded")
                .isEqualTo(header(record, "kind").orElseThrow());
            assertThat(event.path("error").isNull()).isEqualTo(!failed);
            assertThat(event.path("draft_reply").isTextual()).isEqualTo(!failed);
            assertThat(event.path("ticket_id").asText()).startsWith("T-5000");
          }

          broker.stop();
          office.awaitJob(office.postGoodTicket("Meanwhile"), "succeeded");
          await()
              .atMost(Duration.ofSeconds(30))
              .until(
                  () -> office.rows().count("outbox where state = 'waiting' and attempt > 0") == 1);
          broker.start();

          await()
              .atMost(Duration.ofSeconds(90))
              .until(() -> office.rows().count("outbox where state = 'delivered'") == count + 1);
          assertThat(broker.read("results", count + 1))
              .extracting(record -> header(record, "event-id").orElseThrow())
              .contains(
                  office
                      .rows()
                      .value("select event_id from outbox order by id desc limit 1")
                      .toString());
        }
      }
    }
  }

  @Test
  void switchedOnWithNothingToTellItStopsTheStart() {
    assertThatThrownBy(
            () ->
                SortingOffice.openWith(
                    Map.of(
                        "http.port", "0",
                        "routes.optional", "kafka-results",
                        "kafka.brokers", "127.0.0.1:1")))
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("outbox.topic.events (OUTBOX_TOPIC_EVENTS)");
  }
}
