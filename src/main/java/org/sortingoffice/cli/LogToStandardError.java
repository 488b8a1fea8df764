package org.sortingoffice.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/** Leaves the standard output to what a command was asked for, so that a script can take it. */
final class LogToStandardError {
  private LogToStandardError() {}

  /** From now on, what is logged to the console goes to the standard error. */
  static void begin() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.iteratorForAppenders()
        .forEachRemaining(
            appender -> {
              if (appender instanceof ConsoleAppender<ILoggingEvent> console) {
                console.stop();
                console.setTarget("System.err");
                console.start();
              }
            });
  }
}
