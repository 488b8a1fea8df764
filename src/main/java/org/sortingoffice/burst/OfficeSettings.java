package org.sortingoffice.burst;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of the office in the experiment: the defaults, on a database of its own, with all
 * waits on the experiment's clock.
 */
final class OfficeSettings {
  /** Shorter leases could end in a stall of the machine, and that is not what is looked at. */
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(3);

  private final Scenario scenario;

  OfficeSettings(Scenario scenario) {
    this.scenario = scenario;
  }

  Map<String, String> on(Path data, URI provider) {
    Map<String, String> settings = new HashMap<>();
    // Whatever application.properties says: nobody's tickets are touched (contract 36).
    settings.put("database.url", "");
    settings.put("data.dir", data.toString());
    settings.put("provider.url", provider.toString());
    settings.put("app.roles", "api,worker");
    settings.put("http.host", "127.0.0.1");
    settings.put("http.port", "0");
    settings.put("ticket.steps", "classify,draft_reply,embed");
    settings.put("worker.concurrency", String.valueOf(scenario.jobsAtOnce()));
    settings.put("job.max.attempts", "5");
    settings.put("claim.poll.millis", String.valueOf(really(1).toMillis()));
    settings.put("retry.base.seconds", seconds(really(2)));
    settings.put("retry.cap.seconds", seconds(really(60)));
    settings.put("rate.limit.base.seconds", seconds(really(1)));
    settings.put("rate.limit.cap.seconds", seconds(really(64)));
    settings.put("breaker.open.seconds", seconds(really(15)));
    settings.put("breaker.open.cap.seconds", seconds(really(120)));
    settings.put("provider.probe.seconds", seconds(really(60)));
    settings.put("provider.probe.cap.seconds", seconds(really(300)));
    Duration lease = really(30);
    settings.put(
        "lease.seconds", seconds(lease.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : lease));
    settings.put("lease.renew.seconds", String.valueOf(Math.max(1, really(10).toSeconds())));
    return settings;
  }

  private Duration really(long seconds) {
    return scenario.really(Duration.ofSeconds(seconds));
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).toPlainString();
  }
}
