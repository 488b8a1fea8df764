package org.sortingoffice.office;

import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import io.vertx.core.net.TrustOptions;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sortingoffice.provider.TrustedAuthorities;

/**
 * The way by which this process calls a server, as the settings {@code
 * NAME.connect.timeout.millis}, {@code NAME.tls.ca.file} and {@code NAME.proxy} say.
 */
final class HttpClientSettings {
  private final Settings settings;
  private final String name;

  /**
   * @param name what the settings begin with, such as {@code provider}
   */
  HttpClientSettings(Settings settings, String name) {
    this.settings = settings;
    this.name = name;
  }

  /**
   * The options of the HTTP client.
   *
   * @param connections the most at a time
   * @throws StartupFailure when a setting makes no sense
   */
  WebClientOptions options(int connections) {
    int connectMillis = connectMillis();
    WebClientOptions options =
        new WebClientOptions()
            .setMaxPoolSize(connections)
            .setConnectTimeout(connectMillis)
            .setSslHandshakeTimeout(connectMillis)
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setFollowRedirects(false)
            .setUserAgent("sorting-office");
    if (settings.isSet(name + ".tls.ca.file")) {
      options.setTrustOptions(authorities());
    }
    if (settings.isSet(name + ".proxy")) {
      options.setProxyOptions(proxy().setConnectTimeout(Duration.ofMillis(connectMillis)));
    }
    return options;
  }

  /** How long it may take to connect, in milliseconds. */
  int connectMillis() {
    return settings.number(name + ".connect.timeout.millis", 1, 600_000);
  }

  private TrustOptions authorities() {
    String setting = name + ".tls.ca.file";
    try {
      return TrustedAuthorities.andThoseOf(Path.of(settings.text(setting)));
    } catch (IllegalArgumentException unusable) {
      throw settings.wrongSecret(setting, unusable.getMessage());
    }
  }

  private ProxyOptions proxy() {
    String setting = name + ".proxy";
    URI url;
    try {
      url = URI.create(settings.text(setting));
    } catch (IllegalArgumentException notOne) {
      throw settings.wrongSecret(setting, "it is no URL");
    }
    if (!"http".equals(url.getScheme()) || url.getHost() == null || url.getPort() < 1) {
      throw settings.wrongSecret(setting, "it is not of the form http://host:port");
    }
    ProxyOptions proxy =
        new ProxyOptions().setType(ProxyType.HTTP).setHost(url.getHost()).setPort(url.getPort());
    if (url.getUserInfo() != null) {
      String[] parts = url.getUserInfo().split(":", 2);
      proxy.setUsername(parts[0]).setPassword(parts.length == 2 ? parts[1] : "");
    }
    return proxy;
  }
}
