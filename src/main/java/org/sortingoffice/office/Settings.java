package org.sortingoffice.office;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.PropertiesComponent;

/**
 * Reads settings by their names, as Camel resolves them: environment before file. A value that
 * makes no sense stops the start with a sentence that names the setting as people set it.
 */
public final class Settings {
  /** The file beside the application wins over the copy in the jar. */
  static final String FILES =
      "file:application.properties;optional=true,classpath:application.properties";

  private final CamelContext context;

  /**
   * @param context resolves property placeholders
   */
  public Settings(CamelContext context) {
    TalkativeLoggers.keepQuiet();
    this.context = context;
  }

  /**
   * The settings of the environment and application.properties, without an application around them.
   *
   * @param overrides win over both
   */
  public static Settings read(Map<String, String> overrides) {
    DefaultCamelContext context = new DefaultCamelContext();
    PropertiesComponent properties = context.getPropertiesComponent();
    properties.setLocation(FILES);
    overrides.forEach(properties::addOverrideProperty);
    context.build();
    return new Settings(context);
  }

  /** The setting's text, without spaces around it; empty when it is not set. */
  public String text(String name) {
    // Not by a placeholder with a default: Camel looks in every jar for a function of that name.
    return context.getPropertiesComponent().resolveProperty(name).orElse("").strip();
  }

  /** A list of names, divided by commas. */
  public List<String> list(String name) {
    List<String> items =
        Arrays.stream(text(name).split(","))
            .map(String::strip)
            .filter(item -> !item.isEmpty())
            .toList();
    if (items.isEmpty()) {
      throw wrong(name, "a list of names, divided by commas");
    }
    return items;
  }

  /** A whole number within bounds, both included. */
  public int number(String name, int least, int most) {
    try {
      int value = Integer.parseInt(text(name));
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // Told below, with the bounds.
    }
    throw wrong(name, "a whole number from %d to %d".formatted(least, most));
  }

  /** A time in seconds, more than 0; a fraction is fine. */
  public Duration seconds(String name) {
    BigDecimal seconds = decimal(name);
    if (seconds.signum() == 0) {
      throw wrong(name, "a number of seconds above 0");
    }
    return Duration.ofMillis(seconds.movePointRight(3).longValue());
  }

  /** A number that is not negative. */
  public BigDecimal decimal(String name) {
    try {
      BigDecimal value = new BigDecimal(text(name));
      if (value.signum() >= 0 && value.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) < 0) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // Told below.
    }
    throw wrong(name, "a number that is not negative");
  }

  /** A setting that is either true or false. */
  public boolean yes(String name) {
    if (is("true", name) || is("false", name)) {
      return is("true", name);
    }
    throw wrong(name, "true or false");
  }

  /** Whether there is a setting of this name, even if it says nothing. */
  boolean isThere(String name) {
    return context.getPropertiesComponent().resolveProperty(name).isPresent();
  }

  /** A setting that is one of these words. */
  public String oneOf(String name, String... words) {
    for (String word : words) {
      if (is(word, name)) {
        return word;
      }
    }
    throw wrong(name, "one of " + String.join(", ", words));
  }

  /** Whether the setting says anything. */
  public boolean isSet(String name) {
    return !text(name).isEmpty();
  }

  /** Whether the setting is this word. */
  public boolean is(String word, String name) {
    return text(name).equalsIgnoreCase(word);
  }

  /** A setting that makes no sense, with its value. */
  StartupFailure wrong(String name, String expected) {
    return new StartupFailure(
        "The setting %s must be %s, but is \"%s\".".formatted(shown(name), expected, text(name)));
  }

  /** A setting that makes no sense and whose value may be a secret. */
  StartupFailure wrongSecret(String name, String what) {
    return new StartupFailure("The setting %s cannot be used: %s.".formatted(shown(name), what));
  }

  private static String shown(String name) {
    return "%s (%s)".formatted(name, name.toUpperCase(Locale.ROOT).replace('.', '_'));
  }
}
