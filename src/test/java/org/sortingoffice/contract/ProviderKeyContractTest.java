package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.LogLines;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.StubProvider;
import org.sortingoffice.testing.StubProvider.Answer;

/** The key goes to the provider, and nowhere else. */
class ProviderKeyContractTest {
  private static final String KEY = "7f3a9c0d5e1b48269f0a7c3d2e5b8146";

  @TempDir static Path folder;

  private static StubProvider provider;
  private static RunningOffice office;
  private static Path keyFile;

  @BeforeAll
  static void start() throws IOException {
    provider = StubProvider.start();
    keyFile = Files.writeString(folder.resolve("key"), KEY + "\n");
    office =
        RunningOffice.start(
            "contract_provider_key",
            Map.of(
                "provider.url", provider.url(),
                "provider.key.file", keyFile.toString(),
                "claim.poll.millis", "50",
                "retry.base.seconds", "0.01",
                "job.max.attempts", "2",
                "breaker.minimum.calls", "10000",
                "provider.probe.seconds", "1",
                "provider.probe.cap.seconds", "1"));
  }

  @AfterAll
  static void stop() {
    office.close();
    provider.close();
  }

  @BeforeEach
  void reset() throws IOException {
    provider.reset();
    Files.writeString(keyFile, KEY);
  }

  @Test
  void everyCallBringsTheKeyAndAnExchangedOneIsUsedAtOnce() throws IOException {
    office.awaitJob(office.postGoodTicket("Parcel is late"), "succeeded");
    assertThat(sentKeys()).hasSize(3).containsOnly("Bearer " + KEY);

    provider.reset();
    Files.writeString(keyFile, "another-key-from-now-on");
    office.awaitJob(office.postGoodTicket("Parcel is late"), "succeeded");
    assertThat(sentKeys()).hasSize(3).containsOnly("Bearer another-key-from-now-on");
  }

  @Test
  void aRefusedKeyBlocksTheProviderSaysWhatToDoAndIsNowhereToBeRead() {
    try (LogLines log = LogLines.listen();
        LogLines camel = LogLines.listenClosely("org.apache.camel.processor")) {
      // A provider that says the key back wherever it can.
      provider.behave(
          request ->
              new Answer(
                  401,
                  Map.of("x-request-id", KEY, "x-ratelimit-limit-requests", KEY),
                  """
                  {"error":{"message":"Incorrect API key provided: %1$s","type":"%1$s","code":"%1$s"}}"""
                      .formatted(KEY)));
      long job = office.postGoodTicket("Parcel is late");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> office.job(job).at("/waiting/reason").asText().equals("provider_blocked"));

      assertThat(json(office.get("/v1/provider")).path("what_happened").asText())
          .startsWith("the provider answered 401")
          .contains("PROVIDER_KEY");
      List<String> shown = new ArrayList<>();
      for (String path : List.of("/v1/provider", "/v1/jobs/" + job, "/v1/jobs", "/metrics")) {
        shown.add(office.get(path).body());
      }
      provider.reset();
      office.awaitJob(job, "succeeded");
      shown.add(office.get("/v1/jobs/" + job).body());

      assertThat(log.lines())
          .anySatisfy(line -> assertThat(line).contains("ALERT", "PROVIDER_KEY"));
      shown.addAll(log.lines());
      shown.addAll(camel.lines());
      assertThat(shown).noneMatch(text -> text.contains(KEY));
      assertThat(office.rows().count("deliveries where deliveries::text like '%" + KEY + "%'"))
          .isZero();
    }
  }

  @Test
  void aRedirectDoesNotTakeTheKeyElsewhere() {
    try (StubProvider elsewhere = StubProvider.start()) {
      provider.behave(
          request ->
              new Answer(307, Map.of("Location", elsewhere.url() + "/chat/completions"), "{}"));
      long job = office.postGoodTicket("Parcel is late");

      assertThat(office.awaitJob(job, "dead_letter").path("last_error").asText())
          .isEqualTo("ProviderUnavailable: the provider answered 307");
      assertThat(elsewhere.requests()).isEmpty();
    }
  }

  @Test
  void azureTakesItsKeyInAHeaderOfItsOwnAndItsVersionAsAQuery() {
    office.closeOffice();
    office.open(
        Map.of(
            "provider.url", provider.url("/openai/deployments"),
            "provider.key", KEY,
            "provider.key.header", "api-key",
            "provider.query", "api-version=2024-10-21",
            "provider.path.chat", "sorter/chat/completions",
            "provider.path.embedding", "vectors/embeddings",
            "claim.poll.millis", "50"));
    office.awaitJob(office.postGoodTicket("Parcel is late"), "succeeded");

    assertThat(provider.requests())
        .hasSize(3)
        .allSatisfy(
            request -> {
              assertThat(request.headers().get("api-key")).containsExactly(KEY);
              assertThat(request.headers()).doesNotContainKey("Authorization");
            });
    assertThat(provider.requests())
        .extracting(StubProvider.Request::target)
        .containsExactly(
            "/openai/deployments/sorter/chat/completions?api-version=2024-10-21",
            "/openai/deployments/sorter/chat/completions?api-version=2024-10-21",
            "/openai/deployments/vectors/embeddings?api-version=2024-10-21");
  }

  private static List<String> sentKeys() {
    return provider.requests().stream()
        .map(request -> request.headers().getFirst("Authorization"))
        .toList();
  }
}
