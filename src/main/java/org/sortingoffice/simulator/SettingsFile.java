package org.sortingoffice.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * A properties file of the simulator as it applies here: the copy in the jar, over it the file in
 * the working directory, over that the environment.
 */
final class SettingsFile {
  private final String name;
  private final Properties values;
  private final Map<String, String> environment;

  private SettingsFile(String name, Properties values, Map<String, String> environment) {
    this.name = name;
    this.values = values;
    this.environment = environment;
  }

  /** Reads {@code simulator/<name>}, first from the jar, then from the given working directory. */
  static SettingsFile read(String name, Path directory, Map<String, String> environment) {
    String path = "simulator/" + name;
    Properties values = new Properties();
    try (InputStream packed = SettingsFile.class.getClassLoader().getResourceAsStream(path)) {
      if (packed != null) {
        values.load(new java.io.InputStreamReader(packed, StandardCharsets.UTF_8));
      }
      Path file = directory.resolve(path);
      if (Files.isReadable(file)) {
        try (Reader reader = Files.newBufferedReader(file)) {
          values.load(reader);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + path + ": " + e.getMessage(), e);
    }
    return new SettingsFile(path, values, environment);
  }

  /**
   * The value of a key; the environment's name for {@code simulator.calls-kept} is {@code
   * SIMULATOR_CALLS_KEPT}.
   */
  String text(String key) {
    String override =
        environment.get(key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
    String value = override != null ? override : values.getProperty(key);
    if (value == null) {
      throw new IllegalArgumentException(
          "The setting " + key + " is missing: add it to " + name + ".");
    }
    return value.strip();
  }

  int integer(String key, int least, int most) {
    return (int) whole(key, least, most);
  }

  long whole(String key, long least, long most) {
    String value = text(key);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, together with numbers out of range.
    }
    throw new IllegalArgumentException(
        "The setting "
            + key
            + " is \""
            + value
            + "\": it must be a whole number from "
            + least
            + " to "
            + most
            + ".");
  }

  /** A positive decimal number or zero. */
  double decimal(String key) {
    String value = text(key);
    try {
      double number = Double.parseDouble(value);
      if (number >= 0 && Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, together with negative numbers.
    }
    throw new IllegalArgumentException(
        "The setting " + key + " is \"" + value + "\": it must be a number, 0 or more.");
  }

  /**
   * Keys that start with a prefix, such as {@code team.}, with what follows the prefix as names.
   */
  Map<String, String> under(String prefix) {
    Map<String, String> found = new java.util.TreeMap<>();
    for (String key : values.stringPropertyNames()) {
      if (key.startsWith(prefix)) {
        found.put(key.substring(prefix.length()), text(key));
      }
    }
    return found;
  }
}
