package org.sortingoffice.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a query in PromQL speaks of: metrics, the labels that it selects by, and those that it
 * groups by. It reads no more of the language than that.
 *
 * @param metrics the names of the metrics
 * @param matchers the values that are asked for by {@code =} and {@code =~}, by metric and label
 * @param groupings labels in {@code by (..)}
 */
record Query(
    Set<String> metrics, Map<String, Map<String, List<String>>> matchers, Set<String> groupings) {
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
  private static final Pattern SELECTOR =
      Pattern.compile("([a-zA-Z_:][\\w:]*)\\s*(?:\\{([^}]*)}|(?![\\w:(]|\\s*\\())");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!=|!~|=)\\s*\"([^\"]*)\"");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  static Query of(String text) {
    Set<String> metrics = new TreeSet<>();
    Map<String, Map<String, List<String>>> matchers = new TreeMap<>();
    Set<String> groupings = new TreeSet<>();
    Matcher grouping = GROUPING.matcher(text);
    while (grouping.find()) {
      for (String label : grouping.group(1).split(",")) {
        if (!label.isBlank()) {
          groupings.add(label.strip());
        }
      }
    }
    // What is left are functions, selectors, ranges and numbers.
    String rest = grouping.replaceAll(" ").replaceAll("\\[[^\\]]*]", " ");
    Matcher selector = SELECTOR.matcher(rest);
    while (selector.find()) {
      if (WORDS.contains(selector.group(1))) {
        continue;
      }
      metrics.add(selector.group(1));
      if (selector.group(2) != null) {
        Matcher matcher = MATCHER.matcher(selector.group(2));
        while (matcher.find()) {
          List<String> values =
              matchers
                  .computeIfAbsent(selector.group(1), name -> new TreeMap<>())
                  .computeIfAbsent(matcher.group(1), name -> new ArrayList<>());
          if (matcher.group(2).equals("=")) {
            values.add(matcher.group(3));
          } else if (matcher.group(2).equals("=~") && matcher.group(3).matches("[\\w|]+")) {
            values.addAll(List.of(matcher.group(3).split("\\|")));
          }
        }
      }
    }
    return new Query(metrics, matchers, groupings);
  }
}
