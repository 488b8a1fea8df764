package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The preference wait, by RFC 7240. */
class PreferredWaitTest {
  private static final Duration CAP = Duration.ofSeconds(60);

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "wait=10, 10",
        "Wait=10, 10",
        "wait = 10, 10",
        "'wait=\"10\"', 10",
        "wait=10; foo=bar, 10",
        "'respond-async, wait=10', 10",
        "'foo=\"a,wait=20\", wait=10', 10",
        "'foo; bar=\"wait=20, x\" , wait=10', 10",
        "'wait=10, wait=20', 10",
        "wait=61, 60",
        "wait=999999999, 60"
      })
  void itIsFoundAmongOthersAndCapped(String line, int seconds) {
    assertThat(PreferredWait.read(List.of(line), CAP)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "wait",
        "wait=",
        "wait=0",
        "wait=-1",
        "wait=1.5",
        "wait=x",
        "waits=10",
        "foo=\"wait=10\"",
        "wait=9999999999",
        "=10",
        "\"wait=10\"",
        "wait=\"10"
      })
  void whatIsNoWaitIsNoPreference(String line) {
    assertThat(PreferredWait.read(List.of(line), CAP)).isEmpty();
  }

  @Test
  void itMayStandInAnyLine() {
    assertThat(PreferredWait.read(List.of("respond-async", "wait=5"), CAP))
        .contains(Duration.ofSeconds(5));
    assertThat(PreferredWait.read(List.of(), CAP)).isEqualTo(Optional.empty());
  }

  @Test
  void aLongLineOfNonsenseIsReadInNoTime() {
    String nonsense = "a=\"" + "\\".repeat(4_000) + ";\"".repeat(2_000);

    assertThat(PreferredWait.read(List.of(nonsense), CAP)).isEmpty();
  }
}
