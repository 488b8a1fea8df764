package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModeMarkerTest {
  @Test
  void aTextWithoutMarkerAsksForNothing() {
    assertThat(ModeMarker.find("Where is my parcel [sim]?", "classify", 1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[sim:outage]               | outage       |",
        "late [sim:outage=500] late | outage       | 500",
        "[sim:slow=14@classify]     | slow         | 14",
        "[sim:slow=1.5*2]           | slow         | 1.5",
        "[sim:slow=14@classify*2]   | slow         | 14",
        "[sim:rate_limited=1 h]     | rate_limited | 1 h"
      })
  void namesAModeAndItsValue(String text, String name, String value) {
    Mode mode = ModeMarker.find(text, "classify", 1).orElseThrow();
    assertThat(mode.name()).isEqualTo(name);
    assertThat(mode.parameters()).isEqualTo(value == null ? Map.of() : Map.of(Mode.VALUE, value));
  }

  @Test
  void holdsForTheNamedStepOnly() {
    String text = "[sim:hang@embed]";
    assertThat(ModeMarker.find(text, "embed", 1)).isPresent();
    assertThat(ModeMarker.find(text, "classify", 1)).isEmpty();
  }

  @Test
  void holdsForTheFirstCallsOnly() {
    String text = "[sim:outage*2]";
    assertThat(ModeMarker.find(text, "embed", 2)).isPresent();
    assertThat(ModeMarker.find(text, "embed", 3)).isEmpty();
  }

  @Test
  void ofSeveralMarkersTheFirstThatAppliesCounts() {
    String text = "[sim:outage*1] [sim:slow@classify] [sim:hang]";
    assertThat(name(ModeMarker.find(text, "classify", 1))).isEqualTo("outage");
    assertThat(name(ModeMarker.find(text, "classify", 2))).isEqualTo("slow");
    assertThat(name(ModeMarker.find(text, "embed", 2))).isEqualTo("hang");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[sim:]", "[sim:Outage]", "[sim:outage", "[sim:outage*]", "[sim:outage@]"})
  void whatIsNotWellFormedIsOrdinaryText(String text) {
    assertThat(ModeMarker.find(text, "classify", 1)).isEmpty();
    assertThat(ModeMarker.strip(text)).isEqualTo(text);
  }

  @Test
  void isTakenOutOfWhatAModelReads() {
    assertThat(ModeMarker.strip("Lost [sim:slow=2@embed*3]parcel")).isEqualTo("Lost parcel");
  }

  private static String name(Optional<Mode> mode) {
    return mode.orElseThrow().name();
  }
}
