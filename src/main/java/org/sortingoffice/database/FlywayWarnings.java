package org.sortingoffice.database;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only Flyway's warnings and errors through to the log: its dozen lines about every start
 * would bury the one that {@link Migrations} writes. Made by Flyway, by its name.
 */
public final class FlywayWarnings implements LogCreator {
  /** For Flyway. */
  public FlywayWarnings() {}

  @Override
  public Log createLogger(Class<?> source) {
    Logger log = LoggerFactory.getLogger(source);
    return new Log() {
      @Override
      public void debug(String message) {
        log.debug(message);
      }

      @Override
      public void info(String message) {
        log.debug(message);
      }

      @Override
      public void notice(String message) {
        log.debug(message);
      }

      @Override
      public void warn(String message) {
        log.warn(message);
      }

      @Override
      public void error(String message) {
        log.error(message);
      }

      @Override
      public void error(String message, Exception e) {
        log.error(message, e);
      }
    };
  }
}
