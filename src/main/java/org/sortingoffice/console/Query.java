package org.sortingoffice.console;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of a page's address, in their order: what the page shows stands in its address, so
 * that it can be sent to somebody. Names that no page knows, empty values and whatever is not well
 * encoded are left out: an address that somebody mistyped still shows something.
 */
public final class Query {
  private static final Set<String> KNOWN =
      Set.of(
          "state",
          "group",
          "error",
          "step",
          "actor",
          "from",
          "to",
          "within",
          "text",
          "discarded",
          "after",
          "said",
          "count",
          "late",
          "as_of",
          "rate",
          "then");
  private static final int LONGEST = 500;

  private final Map<String, String> values;

  private Query(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads what stands after the question mark.
   *
   * @param raw as it came; may be null
   */
  static Query read(String raw) {
    Map<String, String> values = new LinkedHashMap<>();
    if (raw != null) {
      for (String pair : raw.split("&")) {
        String[] parts = pair.split("=", 2);
        if (parts.length == 2) {
          put(values, parts[0], decoded(parts[1]));
        }
      }
    }
    return new Query(values);
  }

  /** Of fields that a form sent. */
  static Query of(Map<String, String> fields) {
    Map<String, String> values = new LinkedHashMap<>();
    fields.forEach((name, value) -> put(values, name, value));
    return new Query(values);
  }

  private static void put(Map<String, String> values, String name, String value) {
    if (KNOWN.contains(name)
        && !value.isBlank()
        && value.length() <= LONGEST
        && value.indexOf(0) < 0) {
      values.putIfAbsent(name, value.strip());
    }
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  /** The value, or null. */
  public String get(String name) {
    return values.get(name);
  }

  /** The same with this value instead of what was there. */
  public Query with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new Query(changed);
  }

  /** The same without these, divided by spaces. */
  public Query without(String names) {
    Map<String, String> fewer = new LinkedHashMap<>(values);
    for (String name : names.split(" ")) {
      fewer.remove(name);
    }
    return new Query(fewer);
  }

  /** Only what chooses jobs. */
  public Query filter() {
    return without("after said count late as_of rate then");
  }

  /** Whether nothing is asked for. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** All of it, for hidden fields of a form. */
  public Map<String, String> all() {
    return Map.copyOf(values);
  }

  /** As it stands in an address, with its question mark; empty when nothing is asked. */
  @Override
  public String toString() {
    return values.isEmpty()
        ? ""
        : values.entrySet().stream()
            .map(
                entry ->
                    entry.getKey()
                        + "="
                        + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&", "?", ""));
  }
}
