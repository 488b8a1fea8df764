package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorableTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
        "ภาษาไทย",
        "שלום",
        "e\u0301",
        "\\u0000"
      })
  void validTextStaysTheSameObject(String text) {
    assertThat(StorableText.of(text)).isSameAs(text);
  }

  @Test
  void nulAndHalvesOfPairsAreReplacedVisibly() {
    assertThat(StorableText.of("a\u0000b")).isEqualTo("a\uFFFDb");
    assertThat(StorableText.of("broken \uD83D")).isEqualTo("broken \uFFFD");
    assertThat(StorableText.of("\uDE00 first")).isEqualTo("\uFFFD first");
    assertThat(StorableText.of("\uD83D\uD83D\uDE00\u0000")).isEqualTo("\uFFFD\uD83D\uDE00\uFFFD");
  }
}
