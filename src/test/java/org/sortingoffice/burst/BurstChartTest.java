package org.sortingoffice.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BurstChartTest {
  private static final Series OURS =
      new Series(List.of(new Row(0, 6, 0, 0, 0, 0, 0, 0), new Row(140, 180, 155, 25, 0, 0, 0, 0)));
  private static final Series NAIVE =
      new Series(List.of(new Row(0, 6, 0, 0, 0, 0, 0, 0), new Row(60, 180, 80, 0, 0, 100, 0, 0)));

  @TempDir private Path folder;

  @Test
  void theSvgTellsAxesWithUnitsAndTheCurvesOfBothRules() throws IOException {
    String svg = svg(Map.of(Rule.OURS, OURS, Rule.NAIVE, NAIVE));
    assertThat(svg.contains("<title>") && svg.contains("<desc>")).isTrue();
    assertThat(words(svg))
        .contains("180 tickets at 6/s, a provider that takes 160 calls a minute")
        .contains("jobs over seconds since the first ticket")
        .contains("waiting (our rule)")
        .contains("dead letters (naive rule)")
        .contains("succeeded (our rule)")
        .contains("succeeded (naive rule)");
  }

  @Test
  void aRuleThatWasNeverRunHasNoCurve() throws IOException {
    assertThat(words(svg(Map.of(Rule.OURS, OURS))))
        .contains("waiting (our rule)")
        .doesNotContain("naive rule");
  }

  @Test
  void thePngIsALightImageWithTheCurvesInIt() throws IOException {
    Path png =
        new BurstChart(Scenario.ofContract(1), Map.of(Rule.OURS, OURS, Rule.NAIVE, NAIVE))
            .writePng(folder.resolve("burst.png"));
    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isEqualTo(1920);
    assertThat(image.getHeight()).isEqualTo(1080);
    assertThat(new Color(image.getRGB(3, 3))).isEqualTo(new Color(0xFCFBF8));
    assertThat(pixels(image, 0x2A5F8F)).isGreaterThan(1_000);
    assertThat(pixels(image, 0xC2512B)).isGreaterThan(1_000);
  }

  /** What a reader hears who cannot see it; the drawn texts are shapes. */
  private static String words(String svg) {
    return svg.substring(svg.indexOf("<title>"), svg.indexOf("</desc>"));
  }

  private String svg(Map<Rule, Series> curves) throws IOException {
    return Files.readString(
        new BurstChart(Scenario.ofContract(1), curves).writeSvg(folder.resolve("burst.svg")));
  }

  private static long pixels(BufferedImage image, int colour) {
    int[] all = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return java.util.Arrays.stream(all).filter(pixel -> (pixel & 0xFFFFFF) == colour).count();
  }
}
