package org.sortingoffice.office;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.Leases;
import org.sortingoffice.provider.Provider;

/** Settings of a fallback that make no sense stop the start, by their names. */
class FallbackSettingsTest {
  private static final String URL = "https://second.example/v1";

  @Test
  void withoutAUrlThereIsNone() {
    assertThat(fallback(Map.of()).isThere()).isFalse();
  }

  @Test
  void aKeyOrAModelWithoutAUrlIsRefused() {
    assertThatThrownBy(() -> fallback(Map.of("provider.fallback.key", "secret")).isThere())
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("PROVIDER_FALLBACK_KEY")
        .hasMessageContaining("PROVIDER_FALLBACK_URL")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> fallback(Map.of("embed.fallback.model", "m")).isThere())
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("EMBED_FALLBACK_MODEL");
  }

  @Test
  void aFallbackThatNoStepHasAModelAtIsRefused() {
    assertThatThrownBy(() -> fallback(Map.of("provider.fallback.url", URL)).steps())
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("PROVIDER_FALLBACK_URL")
        .hasMessageContaining("CLASSIFY_FALLBACK_MODEL");
  }

  @Test
  void onlyStepsWithAModelThereGoThere() {
    assertThat(
            fallback(Map.of("provider.fallback.url", URL, "draft.reply.fallback.model", "m"))
                .steps())
        .containsOnlyKeys("draft_reply");
  }

  @Test
  void whatIsAskedForMustMakeSense() {
    assertThatThrownBy(() -> steps("classify.fallback.temperature", "3"))
        .hasMessageContaining("CLASSIFY_FALLBACK_TEMPERATURE");
    assertThatThrownBy(() -> steps("classify.fallback.response.format", "xml"))
        .hasMessageContaining("CLASSIFY_FALLBACK_RESPONSE_FORMAT");
  }

  @Test
  void itsUrlKeyAndPathsAreCheckedLikeTheFirstOnes() {
    assertThatThrownBy(() -> open("provider.fallback.url", "https://user:pw@second.example/v1"))
        .hasMessageContaining("PROVIDER_FALLBACK_URL")
        .hasMessageContaining("PROVIDER_FALLBACK_KEY")
        .hasMessageNotContaining("pw@");
    assertThatThrownBy(() -> open("provider.fallback.key", "two words"))
        .hasMessageContaining("PROVIDER_FALLBACK_KEY")
        .hasMessageNotContaining("two words");
    assertThatThrownBy(() -> open("provider.fallback.key.header", "host"))
        .hasMessageContaining("PROVIDER_FALLBACK_KEY_HEADER");
    assertThatThrownBy(() -> open("provider.fallback.path.chat", "/chat"))
        .hasMessageContaining("PROVIDER_FALLBACK_PATH_CHAT");
    assertThatThrownBy(() -> open("provider.fallback.proxy", "ftp://proxy"))
        .hasMessageContaining("PROVIDER_FALLBACK_PROXY");
    assertThatThrownBy(() -> open("provider.fallback.tls.ca.file", "/nowhere.pem"))
        .hasMessageContaining("PROVIDER_FALLBACK_TLS_CA_FILE");
  }

  private static void steps(String name, String value) {
    fallback(Map.of("provider.fallback.url", URL, "classify.fallback.model", "m", name, value))
        .steps();
  }

  private static void open(String name, String value) {
    Map<String, String> settings = new HashMap<>(Map.of("provider.fallback.url", URL));
    settings.put(name, value);
    new ProviderConnection(Settings.read(settings), Provider.FALLBACK)
        .open(1, new Leases(Duration.ofSeconds(30), Duration.ofSeconds(10), System::nanoTime));
  }

  private static FallbackSettings fallback(Map<String, String> settings) {
    return new FallbackSettings(Settings.read(settings));
  }
}
