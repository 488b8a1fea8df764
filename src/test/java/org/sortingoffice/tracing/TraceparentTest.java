package org.sortingoffice.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C Trace Context, section 3.2. */
class TraceparentTest {
  private static final String GOOD = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void aGoodOneIsKeptAsItIs() {
    assertThat(Traceparent.parse(GOOD)).isEqualTo(GOOD);
    assertThat(Traceparent.traceId(GOOD)).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(Traceparent.spanId(GOOD)).isEqualTo("00f067aa0ba902b7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n",
        "'; drop table tickets; --"
      })
  void whateverElseIsNone(String header) {
    assertThat(Traceparent.parse(header)).isNull();
  }

  @Test
  void noHeaderIsNone() {
    assertThat(Traceparent.parse(null)).isNull();
  }
}
