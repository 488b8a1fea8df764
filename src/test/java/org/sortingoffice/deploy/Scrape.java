package org.sortingoffice.deploy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a scrape showed: the names of all series, each with its labels and the values that these
 * had.
 *
 * @param series the labels of each series, by its name
 */
record Scrape(Map<String, Map<String, Set<String>>> series) {
  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+( \\d+)?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Reads the text format of Prometheus. */
  static Scrape of(String text) {
    Map<String, Map<String, Set<String>>> series = new TreeMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .forEach(
            line -> {
              Matcher read = LINE.matcher(line);
              if (!read.matches()) {
                throw new AssertionError("not a line of Prometheus: " + line);
              }
              Map<String, Set<String>> labels =
                  series.computeIfAbsent(read.group(1), name -> new TreeMap<>());
              if (read.group(2) != null) {
                Matcher label = LABEL.matcher(read.group(2));
                while (label.find()) {
                  labels
                      .computeIfAbsent(label.group(1), name -> new TreeSet<>())
                      .add(label.group(2));
                }
              }
            });
    return new Scrape(series);
  }
}
