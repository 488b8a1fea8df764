package org.sortingoffice.office;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.sortingoffice.jobs.Leases;
import org.sortingoffice.provider.Provider;
import org.sortingoffice.provider.ProviderCredential;
import org.sortingoffice.provider.ProviderHttp;
import org.sortingoffice.provider.ProviderKey;

/** How this process reaches a provider, as the settings say: with which key, by which way. */
final class ProviderConnection {
  /** A header's name, RFC 9110, 5.1. */
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9._~%@:-]+(/[A-Za-z0-9._~%@:-]+)*");

  /** Headers with a meaning of their own in a call. */
  private static final Set<String> TAKEN =
      Set.of(
          "connection",
          "content-length",
          "content-type",
          "host",
          "traceparent",
          "transfer-encoding",
          "user-agent",
          "x-delivery",
          "x-job",
          "x-step",
          "x-ticket");

  private final Settings settings;
  private final Provider provider;

  /** To the default provider. */
  ProviderConnection(Settings settings) {
    this(settings, Provider.DEFAULT);
  }

  /**
   * @param provider which one
   */
  ProviderConnection(Settings settings, Provider provider) {
    this.settings = settings;
    this.provider = provider;
  }

  /**
   * The HTTP client of the routes.
   *
   * @param connections the most at a time
   * @param leases end calls of jobs that are lost
   * @throws StartupFailure when a setting makes no sense
   */
  ProviderHttp open(int connections, Leases leases) {
    checkUrl();
    checkPath(provider.setting("path.chat"));
    checkPath(provider.setting("path.embedding"));
    return new ProviderHttp(
        new HttpClientSettings(settings, provider.settings()).options(connections),
        settings.number("provider.answer.max.bytes", 1_024, 1 << 30),
        leases,
        credential(),
        query(),
        otherPlaces());
  }

  // The kamelets name the paths of the default provider.
  private Map<String, String> otherPlaces() {
    Map<String, String> places = new HashMap<>();
    if (provider != Provider.DEFAULT) {
      String url = settings.text(provider.setting("url"));
      for (String path : List.of("path.chat", "path.embedding")) {
        places.put(
            url + "/" + settings.text(Provider.DEFAULT.setting(path)),
            url + "/" + settings.text(provider.setting(path)));
      }
    }
    return places;
  }

  // The address is shown, in the log and to people: it must not hold what may not be.
  private void checkUrl() {
    String name = provider.setting("url");
    String text = settings.text(name);
    URI url;
    try {
      url = URI.create(text);
    } catch (IllegalArgumentException notOne) {
      throw settings.wrongSecret(name, "it is no URL");
    }
    String authority = url.getRawAuthority();
    if (authority != null && authority.contains("@")) {
      throw settings.wrongSecret(
          name, "it holds a user or a password; a key belongs into " + provider.variable("key"));
    }
    boolean http = "http".equalsIgnoreCase(url.getScheme());
    if (authority == null || !http && !"https".equalsIgnoreCase(url.getScheme())) {
      throw settings.wrong(name, "a URL that begins with http:// or https://");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      throw settings.wrongSecret(name, "it has a query or a fragment, after ? or #");
    }
  }

  // Read by the kamelets; checked here.
  private void checkPath(String name) {
    if (!PATH.matcher(settings.text(name)).matches()) {
      throw settings.wrong(
          name, "a path below " + provider.variable("url") + ", such as chat/completions");
    }
  }

  private String query() {
    String query = settings.text(provider.setting("query"));
    try {
      URI.create("http://provider/?" + query);
    } catch (IllegalArgumentException notOne) {
      throw settings.wrong(provider.setting("query"), "a query, such as api-version=2024-10-21");
    }
    return query;
  }

  private ProviderCredential credential() {
    String header = settings.text(provider.setting("key.header"));
    if (!HEADER.matcher(header).matches() || TAKEN.contains(header.toLowerCase(Locale.ROOT))) {
      throw settings.wrong(
          provider.setting("key.header"),
          "the name of a header that nothing else uses, such as api-key");
    }
    return new ProviderCredential(key(), header);
  }

  private ProviderKey key() {
    boolean inFile = settings.isSet(provider.setting("key.file"));
    String name = inFile ? provider.setting("key.file") : provider.setting("key");
    if (inFile && settings.isSet(provider.setting("key"))) {
      throw settings.wrongSecret(
          name, provider.variable("key") + " is set as well, and only one of them can be");
    }
    if (!settings.isSet(name)) {
      return ProviderKey.none();
    }
    String value = settings.text(name);
    try {
      return inFile ? ProviderKey.inFile(Path.of(value)) : ProviderKey.of(value);
    } catch (IllegalArgumentException unusable) {
      throw settings.wrongSecret(name, unusable.getMessage());
    }
  }
}
