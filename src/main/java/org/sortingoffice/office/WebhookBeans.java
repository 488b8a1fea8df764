package org.sortingoffice.office;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.spi.Registry;
import org.sortingoffice.jobs.FullJitter;
import org.sortingoffice.jobs.WorkerName;
import org.sortingoffice.outbox.DeliveryMeters;
import org.sortingoffice.webhooks.WebhookBody;
import org.sortingoffice.webhooks.WebhookHttp;
import org.sortingoffice.webhooks.WebhookOutcome;
import org.sortingoffice.webhooks.WebhookSecrets;

/** Makes the beans that the routes of the webhooks name. */
final class WebhookBeans {
  private static final String ROLE = "webhooks";
  private static final int DOUBLING = 2;

  private final Settings settings;
  private final RandomGenerator random;
  private final MeterRegistry meters;

  WebhookBeans(Settings settings, RandomGenerator random, MeterRegistry meters) {
    this.settings = settings;
    this.random = random;
    this.meters = meters;
  }

  /** These roles; without the one that sends webhooks when there is nowhere to send them. */
  static List<String> rolesAtWork(List<String> roles, Settings settings) {
    return settings.isSet("webhook.url")
        ? roles
        : roles.stream().filter(role -> !role.equals(ROLE)).toList();
  }

  /**
   * Binds them, and sets the properties {@code webhook.address}, the receiver's address without its
   * query.
   *
   * @throws StartupFailure when a setting makes no sense
   */
  void bind(CamelContext context, PropertiesComponent properties) {
    URI url = url();
    String address = url.toString().split("\\?", 2)[0];
    properties.addOverrideProperty("webhook.address", address);
    int concurrency = settings.number("webhook.concurrency", 1, 1_000);
    int attempts = settings.number("webhook.max.attempts", 1, 1_000);
    HttpClientSettings way = new HttpClientSettings(settings, "webhook");
    checkLease(way);
    settings.number("webhook.poll.millis", 10, 3_600_000);
    Registry registry = context.getRegistry();
    registry.bind(
        "webhookHttp",
        new WebhookHttp(
            way.options(concurrency),
            secrets(),
            url.getRawQuery() == null ? "" : url.getRawQuery()));
    registry.bind("webhookBody", new WebhookBody());
    registry.bind(
        "webhookOutcome",
        new WebhookOutcome(
            new FullJitter(
                settings.seconds("webhook.retry.base.seconds").toMillis(),
                DOUBLING,
                settings.seconds("webhook.retry.cap.seconds").toMillis(),
                random),
            attempts,
            settings.seconds("retry.after.cap.seconds")));
    registry.bind("webhookSender", WorkerName.atStart(settings.text("worker.name"), random));
    registry.bind("webhookMeters", new DeliveryMeters(meters, "webhook"));
    ExecutorService senders =
        context
            .getExecutorServiceManager()
            .newFixedThreadPool(this, "webhook-senders", concurrency);
    registry.bind("webhookSenders", senders);
  }

  // The address is not shown: some receivers have a secret in its path or query.
  private URI url() {
    String name = "webhook.url";
    URI url;
    try {
      url = URI.create(settings.text(name));
    } catch (IllegalArgumentException notOne) {
      throw settings.wrongSecret(name, "it is no URL");
    }
    boolean http = "http".equalsIgnoreCase(url.getScheme());
    if (url.getHost() == null || !http && !"https".equalsIgnoreCase(url.getScheme())) {
      throw settings.wrongSecret(name, "it is no URL that begins with http:// or https://");
    }
    if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
      throw settings.wrongSecret(
          name,
          "it has a user, a password or a fragment; the signature is what the receiver checks");
    }
    return url;
  }

  // One that ends while its sender still waits would have every slow webhook sent twice.
  private void checkLease(HttpClientSettings way) {
    Duration longest =
        Duration.ofMillis(
            settings.number("webhook.timeout.millis", 1, 600_000) + 2L * way.connectMillis());
    if (settings.seconds("webhook.lease.seconds").compareTo(longest) <= 0) {
      throw new StartupFailure(
          "The setting webhook.lease.seconds (WEBHOOK_LEASE_SECONDS) must be longer than a call may take: WEBHOOK_TIMEOUT_MILLIS and twice WEBHOOK_CONNECT_TIMEOUT_MILLIS, here %s s."
              .formatted(longest.toMillis() / 1_000.0));
    }
  }

  private WebhookSecrets secrets() {
    boolean inFile = settings.isSet("webhook.secret.file");
    String name = inFile ? "webhook.secret.file" : "webhook.secret";
    if (inFile && settings.isSet("webhook.secret")) {
      throw settings.wrongSecret(
          name, "WEBHOOK_SECRET is set as well, and only one of them can be");
    }
    if (!settings.isSet(name)) {
      throw settings.wrongSecret(
          name,
          "WEBHOOK_URL is set, and webhooks are always signed. Make a secret with: echo whsec_$(openssl rand -base64 32)");
    }
    String value = settings.text(name);
    try {
      return inFile ? WebhookSecrets.inFile(Path.of(value)) : WebhookSecrets.of(value);
    } catch (IllegalArgumentException unusable) {
      throw settings.wrongSecret(name, unusable.getMessage());
    }
  }
}
