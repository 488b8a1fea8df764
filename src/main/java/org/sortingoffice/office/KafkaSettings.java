package org.sortingoffice.office;

import java.util.Arrays;

/**
 * The settings of the optional routes from and to Kafka. The routes read them by themselves; here
 * they are checked, so that a wrong one stops the start with its name.
 */
final class KafkaSettings {
  private final Settings settings;

  KafkaSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * Checks those of the routes that are switched on.
   *
   * @throws StartupFailure when one is missing or makes no sense
   */
  void check() {
    if (isOn("kafka-intake")) {
      checkThatThereAreBrokers();
      settings.number("kafka.intake.consumers", 1, 1_000);
      settings.number("kafka.intake.batch", 1, 10_000);
    }
    if (isOn("kafka-results")) {
      checkThatThereAreBrokers();
      if (!settings.isSet("outbox.topic.events")) {
        throw settings.wrong("outbox.topic.events", "the ends of jobs that the topic is told of");
      }
      settings.number("kafka.results.batch", 1, 1_000);
      settings.number("kafka.results.poll.millis", 10, 60_000);
    }
  }

  private boolean isOn(String route) {
    return Arrays.stream(settings.text("routes.optional").split(","))
        .map(String::strip)
        .anyMatch(route::equals);
  }

  private void checkThatThereAreBrokers() {
    if (!settings.isSet("kafka.brokers")) {
      throw settings.wrong("kafka.brokers", "host:port of one or more brokers");
    }
  }
}
