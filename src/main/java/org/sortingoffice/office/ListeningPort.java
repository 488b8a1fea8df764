package org.sortingoffice.office;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this process listens, if anywhere. One with the API or the console does at {@code
 * http.port}. Any other has health and metrics only, at {@code management.port}; when nobody chose
 * that and it is taken, because several run on one machine, it works all the same and says so.
 */
final class ListeningPort {
  /** Where Prometheus expects the metrics of a process that has no other place for them. */
  private static final int USUAL_MANAGEMENT_PORT = 9464;

  private static final Logger LOG = LoggerFactory.getLogger(ListeningPort.class);

  private final Settings settings;
  private final String host;

  ListeningPort(Settings settings) {
    this.settings = settings;
    this.host = settings.text("http.host");
  }

  /**
   * The port, which is free; 0 stands for any. None: this process listens nowhere.
   *
   * @param serves whether the process has the API or the console
   * @throws StartupFailure when a port that was chosen is taken
   */
  OptionalInt find(boolean serves) {
    if (serves) {
      return chosen("http.port");
    }
    if (settings.is("none", "management.port")) {
      return OptionalInt.empty();
    }
    return settings.isSet("management.port") ? chosen("management.port") : usual();
  }

  // Camel would log a port that it cannot have, and start all the same.
  private OptionalInt chosen(String setting) {
    int port = settings.number(setting, 0, 65_535);
    try {
      tryToListen(port);
      return OptionalInt.of(port);
    } catch (IOException taken) {
      throw new StartupFailure(
          "Cannot listen on %s:%d (%s). Stop what listens there, or choose another port with %s."
              .formatted(
                  host,
                  port,
                  taken.getMessage(),
                  setting.equals("http.port")
                      ? "HTTP_PORT"
                      : "MANAGEMENT_PORT (none: no health and metrics of this process)"),
          taken);
    }
  }

  private OptionalInt usual() {
    try {
      tryToListen(USUAL_MANAGEMENT_PORT);
      return OptionalInt.of(USUAL_MANAGEMENT_PORT);
    } catch (IOException taken) {
      LOG.warn(
          "{}:{} is taken ({}), so health and metrics of this process are not to be had. Choose a port for them with"
              + " MANAGEMENT_PORT, or say MANAGEMENT_PORT=none.",
          host,
          USUAL_MANAGEMENT_PORT,
          taken.getMessage());
      return OptionalInt.empty();
    }
  }

  private void tryToListen(int port) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(host, port));
    }
  }
}
