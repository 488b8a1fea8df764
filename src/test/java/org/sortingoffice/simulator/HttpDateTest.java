package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The examples of RFC 9110, 5.6.7. */
class HttpDateTest {
  private final Instant moment = Instant.parse("1994-11-06T08:49:37Z");

  @Test
  void threeFormsOfOneMoment() {
    assertThat(HttpDate.named("imf").format(moment)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(HttpDate.named("rfc850").format(moment)).isEqualTo("Sunday, 06-Nov-94 08:49:37 GMT");
    assertThat(HttpDate.named("asctime").format(moment)).isEqualTo("Sun Nov  6 08:49:37 1994");
  }
}
