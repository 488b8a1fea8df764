package org.sortingoffice.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How pages write what they show. */
class FormatsTest {
  private final Formats formats = new Formats();

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "0.34, 0.3 s",
    "9.96, 10 s",
    "48, 48 s",
    "60, 1 min",
    "68.8, 1 min 8 s",
    "3600, 1 h",
    "4320, 1 h 12 min",
    "180000, 2 d 2 h"
  })
  void aSpanHasTheTwoUnitsThatMatter(double seconds, String written) {
    assertThat(formats.span(seconds)).isEqualTo(written);
  }

  @Test
  void aMomentSaysThatItIsUtc() {
    assertThat(formats.moment("2026-11-09T02:04:11.123Z")).isEqualTo("9 Nov 02:04:11 UTC");
  }

  @Test
  void theThousandsOfANumberAreApart() {
    assertThat(formats.count(1_234_567)).isEqualTo("1\u202f234\u202f567");
    assertThat(formats.plural(1, "job")).isEqualTo("1 job");
    assertThat(formats.plural(0, "job")).isEqualTo("0 jobs");
  }

  @Test
  void anErrorIsItsKindAndTheRest() {
    assertThat(formats.kind("ProviderUnavailable: answered 503: no"))
        .isEqualTo("ProviderUnavailable");
    assertThat(formats.detail("ProviderUnavailable: answered 503: no"))
        .isEqualTo("answered 503: no");
    assertThat(formats.kind("no colon")).isEqualTo("no colon");
    assertThat(formats.detail("no colon")).isEmpty();
  }

  @Test
  void aSparklineHasABarForWhatIsThereAndNoneForNothing() {
    assertThat(formats.spark(List.of(0, 0))).isEmpty();
    assertThat(formats.spark(List.of(1, 0, 4)).split("M", -1)).hasSize(3);
    assertThat(formats.spark(List.of())).isEmpty();
  }
}
