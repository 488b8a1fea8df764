package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * H39, contract 18: a worker process that stood still past its lease, its renewal with it, and
 * wakes up again. Signals stop and continue it, as a long pause of its JVM or its machine would.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signals that stop a process")
class FrozenWorkerContractTest {
  @TempDir Path folder;

  private RunningOffice office;

  @AfterEach
  void stop() {
    office.close();
  }

  @Test
  @DisplayName("H39: frozen in a call, overtaken by a worker of the same name, then awake again")
  void aWorkerThatWakesUpTooLateAddsNothing_H39() throws Exception {
    office = RunningOffice.start("contract_frozen", Map.of("app.roles", "api"));
    Path log = folder.resolve("frozen.log");
    try (OfficeProcess frozen = OfficeProcess.start(processSettings(), log).awaitAnswer()) {
      office.provider(
          "{\"steps\":{\"draft_reply\":{\"mode\":\"say\",\"content\":\"From the second worker\"}}}");
      long job = office.postGoodTicket("Frozen [sim:slow=0.5@draft_reply*1]");
      await("its second call is under way")
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> office.calls("?step=draft_reply").path("calls").size() == 1);

      signal("STOP", frozen);
      office.closeOffice();
      office.open(workerSettings());
      JsonNode done = office.awaitJob(job, "succeeded");
      signal("CONT", frozen);

      await("the first one tried to save what it had got")
          .atMost(Duration.ofSeconds(20))
          .until(() -> Files.readString(log).contains("job " + job + ": lease lost (attempt 1)"));
      checkThatTheFirstAddedNothing(job, done);
    }
  }

  private void checkThatTheFirstAddedNothing(long job, JsonNode done) {
    TestRows rows = office.rows();
    assertThat(office.job(job)).isEqualTo(done);
    assertThat(done.path("attempts").asInt()).isEqualTo(2);
    assertThat(done.path("deliveries").findValuesAsText("outcome"))
        .containsExactly("lost", "succeeded");
    assertThat(
            rows.value(
                "select string_agg(task || ' ' || delivery, ', ' order by id) from ai_runs"
                    + " where job_id = ?",
                job))
        .isEqualTo("classify 1, draft_reply 2, embed 2");
    assertThat(rows.value("select draft_reply from tickets")).isEqualTo("From the second worker");
    assertThat(rows.count("ticket_embeddings")).isEqualTo(1);
    // One call was repeated, and none came after the first one woke up.
    assertThat(office.calls("").path("by_step").toString())
        .isEqualTo("{\"classify\":1,\"draft_reply\":2,\"embed\":1}");
  }

  private static Map<String, String> workerSettings() {
    return Map.of(
        "worker.name", "the-same",
        "lease.seconds", "2",
        "lease.renew.seconds", "1",
        "claim.poll.millis", "50");
  }

  private Map<String, String> processSettings() {
    Map<String, String> settings = new HashMap<>(office.settingsOf(workerSettings()));
    // It finds a free one.
    settings.remove("http.port");
    return settings;
  }

  private static void signal(String name, OfficeProcess office)
      throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, String.valueOf(office.process().pid())).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).as("exit code of kill -" + name).isZero();
  }
}
