package org.sortingoffice.samples;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills the open places of one ticket. A place has one value in the whole ticket: the order in the
 * subject is the order in the text.
 */
final class Wording {
  private static final Pattern CHOICE = Pattern.compile("\\[([^\\[\\]]*\\|[^\\[\\]]*)]");
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
  private static final Pattern DIGIT = Pattern.compile("#");

  private final Random random;
  private final Map<String, List<String>> values;
  private final Map<String, String> chosen;

  /**
   * @param random where chance comes from
   * @param values what may stand in a place
   * @param known what stands in some places already
   */
  Wording(Random random, Map<String, List<String>> values, Map<String, String> known) {
    this.random = random;
    this.values = values;
    this.chosen = new HashMap<>(known);
  }

  /** The text with one of each choice and a value in each place. */
  String of(String text) {
    String decided = CHOICE.matcher(text).replaceAll(choice -> quoted(one(choice.group(1))));
    return PLACE.matcher(decided).replaceAll(this::value);
  }

  /** What stands in this place, or null when it was not used so far. */
  String used(String place) {
    return chosen.get(place);
  }

  /** Any of the list. */
  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Sets a place for the texts that follow. */
  void set(String place, String value) {
    chosen.put(place, value);
  }

  private String one(String choices) {
    return any(List.of(choices.split("\\|", -1)));
  }

  private String value(MatchResult place) {
    String name = place.group(1);
    String value = chosen.get(name);
    if (value == null) {
      if (!values.containsKey(name)) {
        throw new IllegalStateException("no values for {" + name + "}");
      }
      value = of(digits(any(values.get(name))));
      chosen.put(name, value);
    }
    return quoted(value);
  }

  private String digits(String value) {
    return DIGIT.matcher(value).replaceAll(sign -> Integer.toString(random.nextInt(10)));
  }

  private static String quoted(String replacement) {
    return Matcher.quoteReplacement(replacement);
  }
}
