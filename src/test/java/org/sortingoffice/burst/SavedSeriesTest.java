package org.sortingoffice.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedSeriesTest {
  @TempDir private Path folder;

  @Test
  void aSeriesComesBackAsItWasSaved() throws IOException {
    Series series =
        new Series(List.of(new Row(0, 1, 2, 3, 4, 5, 6, 7), new Row(2.1, 180, 0, 0, 0, 0, 0, 0)));
    SavedSeries saved = new SavedSeries(folder);
    saved.save(new Run(Rule.NAIVE, series, 0, List.of()));
    assertThat(saved.of(Rule.NAIVE)).contains(series);
    assertThat(saved.of(Rule.OURS)).isEmpty();
  }

  @Test
  void aFileThatHoldsSomethingElseIsRefusedWithItsName() throws IOException {
    Path file = folder.resolve("burst-ours.csv");
    for (String text :
        List.of("", "a,b\n1,2\n", header() + "\n", header() + "\n0,1,x,0,0,0,0,0\n")) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> new SavedSeries(folder).of(Rule.OURS))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("--out");
    }
  }

  private static String header() {
    return "seconds,accepted,succeeded,waiting,running,dead_letters,calls,refused";
  }
}
