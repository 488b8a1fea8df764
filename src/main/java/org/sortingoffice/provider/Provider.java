package org.sortingoffice.provider;

import java.util.Locale;
import org.apache.camel.Exchange;
import org.sortingoffice.jobs.CalledProvider;

/** The providers that an office may have, in the order in which they are asked. */
public enum Provider {
  /** The one that every office has: the settings {@code provider.*}. */
  DEFAULT("the provider", "provider"),
  /** The one that is asked while the first cannot be: the settings {@code provider.fallback.*}. */
  FALLBACK("the fallback", "provider.fallback");

  private final String words;
  private final String settings;

  Provider(String words, String settings) {
    this.words = words;
    this.settings = settings;
  }

  /** The provider of this name. */
  public static Provider named(String name) {
    return FALLBACK.stored().equals(name) ? FALLBACK : DEFAULT;
  }

  /** The one that the exchange called last. */
  static Provider calledBy(Exchange exchange) {
    return named(CalledProvider.of(exchange));
  }

  /** As the database spells it, {@code provider_gate.provider}. */
  public String stored() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As people read it. */
  public String inWords() {
    return words;
  }

  /** What its settings begin with. */
  public String settings() {
    return settings;
  }

  /** The name of one of its settings, such as {@code provider.fallback.key} for {@code key}. */
  public String setting(String name) {
    return settings + "." + name;
  }

  /** The same as an environment spells it, {@code PROVIDER_FALLBACK_KEY}. */
  public String variable(String name) {
    return setting(name).toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
