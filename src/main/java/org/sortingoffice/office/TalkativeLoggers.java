package org.sortingoffice.office;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Loggers of Camel (4.18) that tell at DEBUG what every setting says, keys and passwords among
 * them. They stay at INFO, however closely somebody wants to look.
 */
final class TalkativeLoggers {
  private static final List<String> NAMES =
      List.of(
          "org.apache.camel.component.properties",
          "org.apache.camel.impl.engine.DefaultCamelContextExtension");

  private TalkativeLoggers() {}

  /** Whoever reads settings through Camel asks for this first. */
  static void keepQuiet() {
    for (String name : NAMES) {
      if (LoggerFactory.getLogger(name) instanceof Logger logger
          && !logger.getEffectiveLevel().isGreaterOrEqual(Level.INFO)) {
        logger.setLevel(Level.INFO);
      }
    }
  }
}
