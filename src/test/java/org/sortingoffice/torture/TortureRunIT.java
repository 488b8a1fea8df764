package org.sortingoffice.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The short version of {@code bench/torture}. Its seed is another one each time and is printed, so
 * that every build looks at something new.
 */
class TortureRunIT {
  @Test
  void nothingIsLostAndNothingHappensTwiceWhateverIsBroken() throws Exception {
    Torment torment =
        new Torment(
            System.currentTimeMillis() % 1_000_000,
            Duration.ofSeconds(60),
            10,
            2,
            1,
            Duration.ofSeconds(120));
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    assertThat(TortureRun.run(torment, out)).as("violations with seed " + torment.seed()).isEmpty();
  }
}
