package org.sortingoffice.office;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.spi.PropertiesComponent;

/**
 * Who is told of which ends of jobs, as the settings say. The statements that end jobs read it as
 * properties {@code outbox.END}: the channels to tell, divided by commas; empty, and so no row of
 * the outbox, when there is nobody.
 */
final class OutboxSettings {
  private static final List<String> ENDS =
      List.of("succeeded", "failed", "dead_letter", "cancelled", "discarded");

  private final Settings settings;

  OutboxSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * Sets the properties.
   *
   * @throws StartupFailure when a setting names an end that there is not
   */
  void apply(PropertiesComponent properties) {
    List<String> webhook = settings.isSet("webhook.url") ? ends("webhook.events") : List.of();
    List<String> topic =
        settings.isSet("outbox.topic.events") ? ends("outbox.topic.events") : List.of();
    for (String end : ENDS) {
      properties.addOverrideProperty(
          "outbox." + end.replace('_', '.'),
          Stream.of(webhook.contains(end) ? "webhook" : "", topic.contains(end) ? "topic" : "")
              .filter(channel -> !channel.isEmpty())
              .collect(Collectors.joining(",")));
    }
    // Read by the housekeeping's statement; checked here.
    settings.number("outbox.retention.days", 1, 36_500);
  }

  private List<String> ends(String name) {
    List<String> ends = settings.list(name);
    if (!ENDS.containsAll(ends)) {
      throw settings.wrong(name, "some of " + String.join(",", ENDS));
    }
    return ends;
  }
}
