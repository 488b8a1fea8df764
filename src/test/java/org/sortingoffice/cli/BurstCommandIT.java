package org.sortingoffice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole experiment as a person runs it (contract 25 and 34), on a tenfold clock. */
class BurstCommandIT {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void slowDownIsNotAFailureUnderOurRuleAndIsUnderTheNaiveOne() throws IOException {
    int exitCode = run("--speed", "5", "--both", "--out", folder.toString());

    assertThat(exitCode).as(out + "\n" + err).isZero();
    assertThat(deadLetters(lastRow("burst-ours.csv"))).isZero();
    assertThat(deadLetters(lastRow("burst-naive.csv"))).isBetween(80, 118);
    assertThat(out.toString())
        .contains("waiting  running  dead letters")
        .contains("All figures are as stated.");
    BufferedImage png = ImageIO.read(folder.resolve("burst.png").toFile());
    assertThat(png.getWidth()).isBetween(800, 4_000);
    assertThat(png.getHeight()).isBetween(400, 3_000);
    String svg = Files.readString(folder.resolve("burst.svg"));
    assertThat(svg.substring(0, svg.indexOf("</desc>")))
        .contains("<svg")
        .contains("waiting (our rule)")
        .contains("dead letters (naive rule)");
    assertThat(Files.readString(folder.resolve("burst.log"))).contains("waiting (rate limited)");
  }

  @Test
  void aSpeedOutOfItsBoundsIsACallingMistake() {
    assertThat(run("--speed", "0", "--out", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("The speed must be from 1 to 20, but is 0.0.");
    assertThat(run("--naive", "--both")).isEqualTo(2);
  }

  private int run(String... args) {
    return new CommandLine(new BurstCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private List<String> lastRow(String file) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file));
    return List.of(lines.get(lines.size() - 1).split(","));
  }

  private static int deadLetters(List<String> row) {
    return Integer.parseInt(row.get(5));
  }
}
