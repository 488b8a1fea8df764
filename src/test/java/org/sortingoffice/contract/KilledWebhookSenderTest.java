package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.WebhookReceiver;
import org.sortingoffice.testing.WebhookReceiver.Behaviour;
import org.sortingoffice.testing.WebhookReceiver.Hook;

/** A process that is killed between sending a webhook and noting it is replaced by another. */
class KilledWebhookSenderTest {
  @TempDir Path folder;

  @Test
  void theWebhookIsSentAgainUnderTheSameIdWhenTheLeaseHasEnded() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (WebhookReceiver receiver = WebhookReceiver.start();
        RunningOffice office =
            RunningOffice.start("killed_webhook_sender", settings(receiver, "api"))) {
      receiver.behave((hook, exchange) -> never.await(1, TimeUnit.MINUTES));
      long job = office.postGoodTicket("Parcel");
      Hook first = sentByOneThatIsKilled(receiver, office, job);
      assertThat(
              office
                  .rows()
                  .count(
                      "outbox where state = 'waiting' and attempt = 1 and locked_by like 'lost@%'"))
          .as("sent and not noted")
          .isEqualTo(1);

      receiver.behave(Behaviour.answering(200));
      office.closeOffice();
      office.open(settings(receiver, "api,webhooks"));

      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> office.rows().count("outbox where state = 'delivered' and attempt = 2") == 1);
      List<Hook> hooks = receiver.hooksOf(job);
      assertThat(hooks).extracting(Hook::id).hasSize(2).containsOnly(first.id());
      assertThat(hooks.get(1).body()).isEqualTo(hooks.get(0).body());
    } finally {
      never.countDown();
    }
  }

  private Hook sentByOneThatIsKilled(WebhookReceiver receiver, RunningOffice office, long job)
      throws IOException, InterruptedException {
    Map<String, String> settings = office.settingsOf(settings(receiver, "worker,webhooks"));
    settings.remove("http.port");
    settings.put("worker.name", "lost");
    try (OfficeProcess process = OfficeProcess.start(settings, folder.resolve("log"))) {
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> !receiver.hooksOf(job).isEmpty() || !process.process().isAlive());
      assertThat(receiver.hooksOf(job))
          .as(() -> "sent by the process, whose log is " + read(folder.resolve("log")))
          .isNotEmpty();
      Hook first = receiver.hooksOf(job).get(0);
      process.kill();
      return first;
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> settings(WebhookReceiver receiver, String roles) {
    Map<String, String> settings = new HashMap<>();
    settings.put("app.roles", roles);
    settings.put("webhook.url", receiver.url());
    settings.put("webhook.secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    settings.put("webhook.timeout.millis", "8000");
    settings.put("webhook.connect.timeout.millis", "500");
    settings.put("webhook.lease.seconds", "10");
    settings.put("webhook.poll.millis", "100");
    return settings;
  }
}
