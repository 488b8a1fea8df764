package org.sortingoffice.burst;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The curves of both rules in one chart: jobs that wait under ours, jobs that are given up under
 * the naive one, and what succeeds under each. It has a light ground of its own, so that it can be
 * read on a dark page too.
 */
final class BurstChart {
  private static final String SVG = "http://www.w3.org/2000/svg";
  private static final int WIDTH = 960;
  private static final int HEIGHT = 540;

  /** Pixels of the PNG to one of the drawing: sharp on dense screens. */
  private static final int DENSITY = 2;

  private static final Color GROUND = new Color(0xFCFBF8);
  private static final Color GRID = new Color(0xE3E0D8);
  private static final Color TEXT = new Color(0x3B3A36);
  private static final Color OURS = new Color(0x2A5F8F);
  private static final Color NAIVE = new Color(0xC2512B);
  private static final BasicStroke STRONG = new BasicStroke(2.6f);
  private static final BasicStroke FINE =
      new BasicStroke(
          1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {6, 4}, 0);

  private final Scenario scenario;
  private final Map<Rule, Series> curves;

  /**
   * @param scenario what happened
   * @param curves the series of the rules that are known
   */
  BurstChart(Scenario scenario, Map<Rule, Series> curves) {
    this.scenario = scenario;
    this.curves = Map.copyOf(curves);
    // Nothing is shown on a screen, and a server has none.
    System.setProperty("java.awt.headless", "true");
  }

  Path writePng(Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH * DENSITY, HEIGHT * DENSITY, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(DENSITY, DENSITY);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    chart().paint(graphics, WIDTH, HEIGHT);
    graphics.dispose();
    ImageIO.write(image, "png", file.toFile());
    return file;
  }

  Path writeSvg(Path file) throws IOException {
    XYChart chart = chart();
    SVGGraphics2D graphics = new SVGGraphics2D(emptySvg());
    graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
    chart.paint(graphics, WIDTH, HEIGHT);
    Element root = graphics.getRoot();
    describe(root, chart);
    try (Writer writer = Files.newBufferedWriter(file)) {
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(root), new StreamResult(writer));
    } catch (TransformerException failure) {
      throw new IOException("The chart could not be written as SVG.", failure);
    }
    return file;
  }

  // The texts are drawn as shapes, so that they look the same everywhere. Who cannot see them reads
  // this.
  private static void describe(Element root, XYChart chart) {
    Element title = root.getOwnerDocument().createElementNS(SVG, "title");
    title.setTextContent(chart.getTitle());
    Element description = root.getOwnerDocument().createElementNS(SVG, "desc");
    description.setTextContent(
        "%s over %s: %s"
            .formatted(
                chart.getYAxisTitle(),
                chart.getXAxisTitle(),
                String.join("; ", chart.getSeriesMap().keySet())));
    root.insertBefore(description, root.getFirstChild());
    root.insertBefore(title, description);
    root.setAttribute("role", "img");
  }

  private static Document emptySvg() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException impossible) {
      throw new IllegalStateException("the JDK has no XML parser", impossible);
    }
  }

  private XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                "%d tickets at %.0f/s, a provider that takes %d calls a minute"
                    .formatted(
                        scenario.tickets(), scenario.ticketsPerSecond(), scenario.callsPerWindow()))
            .xAxisTitle("seconds since the first ticket")
            .yAxisTitle("jobs")
            .build();
    style(chart.getStyler());
    add(chart, Rule.OURS, "waiting", Row::waiting, OURS, STRONG);
    add(chart, Rule.NAIVE, "dead letters", Row::deadLetters, NAIVE, STRONG);
    add(chart, Rule.OURS, "succeeded", Row::succeeded, OURS, FINE);
    add(chart, Rule.NAIVE, "succeeded", Row::succeeded, NAIVE, FINE);
    return chart;
  }

  private void style(XYStyler style) {
    style
        .setChartBackgroundColor(GROUND)
        .setChartFontColor(TEXT)
        .setChartPadding(16)
        .setChartTitleBoxVisible(false)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 17))
        .setChartTitlePadding(14)
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBackgroundColor(GROUND)
        .setLegendBorderColor(GROUND)
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
        .setLegendSeriesLineLength(34)
        .setLegendPadding(14)
        .setPlotBackgroundColor(GROUND)
        .setPlotBorderVisible(false)
        .setPlotContentSize(0.995)
        .setMarkerSize(0);
    style
        .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
        .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
        .setAxisTickLabelsColor(TEXT)
        .setAxisTickMarksColor(GRID)
        .setAxisTicksLineVisible(false)
        .setPlotGridVerticalLinesVisible(false)
        .setPlotGridLinesColor(GRID)
        .setPlotGridLinesStroke(new BasicStroke(1))
        .setXAxisMin(0.0)
        .setXAxisMax((double) end())
        .setYAxisMin(0.0)
        .setYAxisMax((double) scenario.tickets())
        .setXAxisTickMarkSpacingHint(100)
        .setYAxisTickMarkSpacingHint(50)
        .setXAxisDecimalPattern("0")
        .setYAxisDecimalPattern("0");
  }

  private void add(
      XYChart chart,
      Rule rule,
      String what,
      ToIntFunction<Row> value,
      Color colour,
      BasicStroke stroke) {
    Series series = curves.get(rule);
    if (series == null) {
      return;
    }
    List<Double> seconds = new ArrayList<>();
    List<Integer> values = new ArrayList<>();
    for (Row row : series.rows()) {
      seconds.add(row.seconds());
      values.add(value.applyAsInt(row));
    }
    if (series.last().allOver() && series.last().seconds() < end()) {
      // Nothing changes any more: the curve goes on as it is.
      seconds.add((double) end());
      values.add(value.applyAsInt(series.last()));
    }
    XYSeries drawn = chart.addSeries("%s (%s)".formatted(what, rule.title()), seconds, values);
    drawn.setMarker(SeriesMarkers.NONE);
    drawn.setLineColor(colour);
    drawn.setLineStyle(stroke);
  }

  private static long end() {
    return Rule.OURS.length().toSeconds();
  }
}
