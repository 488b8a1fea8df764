package org.sortingoffice.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderKeyTest {
  private static final String KEY = "sk-proj-0123456789abcdef";

  @TempDir Path folder;

  @Test
  void aKeyInAFileIsReadAgainHoweverTheFileWasReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "first-key\n");
    ProviderKey key = ProviderKey.inFile(file);
    assertThat(key.now()).contains("first-key");

    Files.writeString(file, "other-key");
    assertThat(key.now()).as("of the same length, at once").contains("other-key");

    Path next = Files.writeString(folder.resolve("next"), "  third-key  \n");
    Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(key.now()).contains("third-key");
  }

  @Test
  void aFileThatIsJustBeingWrittenLeavesTheLastKeyInUse() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), KEY);
    ProviderKey key = ProviderKey.inFile(file);

    Files.writeString(file, "");
    assertThat(key.now()).contains(KEY);
    Files.delete(file);
    assertThat(key.now()).contains(KEY);
    Files.writeString(file, "the-next-one");
    assertThat(key.now()).contains("the-next-one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two words", "line\r\nX-Injected: 1", "schlüssel-geheim"})
  void whatCannotBeAKeyIsRefusedWithoutBeingQuoted(String text) {
    assertThatThrownBy(() -> ProviderKey.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a key is 1 to 4096 visible ASCII characters without a space in between");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> ProviderKey.inFile(folder.resolve("none")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none");
  }

  @Test
  void aKeyIsNotPrinted() {
    assertThat(ProviderKey.of(KEY)).hasToString("a key that is not shown");
  }

  @Test
  void aKeyThatIsSaidBackIsTakenOut() {
    ProviderResponse response =
        new ProviderResponse(
            401,
            Map.of("x-request-id", List.of(KEY), "retry-after", List.of("5")),
            ("{\"error\":{\"code\":\"" + KEY + "\",\"message\":\"ü " + KEY + "\"}}")
                .getBytes(UTF_8));

    ProviderResponse clean = ProviderCredential.without(KEY, response);

    assertThat(clean.first("X-Request-Id")).isEqualTo("(key)");
    assertThat(clean.first("Retry-After")).isEqualTo("5");
    assertThat(new String(clean.body(), UTF_8))
        .isEqualTo("{\"error\":{\"code\":\"(key)\",\"message\":\"ü (key)\"}}");
  }

  @Test
  void aWordThatIsNoSecretIsLeftInAnAnswer() {
    ProviderResponse response =
        new ProviderResponse(200, Map.of(), "{\"model\":\"ollama\"}".getBytes(UTF_8));

    assertThat(ProviderCredential.without("ollama", response)).isSameAs(response);
  }
}
