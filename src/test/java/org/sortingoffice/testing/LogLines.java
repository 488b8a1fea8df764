package org.sortingoffice.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** All that is logged while it is open, with the messages of exceptions. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level before;

  private LogLines(Logger logger, Level before) {
    this.logger = logger;
    this.before = before;
  }

  /** Listens to what is logged anyway. */
  public static LogLines listen() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    return begin(root, root.getLevel());
  }

  /** Listens to all that this logger and those below could say, down to TRACE; no other does. */
  public static LogLines listenClosely(String loggerName) {
    LogLines lines = begin((Logger) LoggerFactory.getLogger(loggerName), Level.TRACE);
    lines.logger.setAdditive(false);
    return lines;
  }

  private static LogLines begin(Logger logger, Level level) {
    LogLines lines = new LogLines(logger, logger.getLevel());
    lines.setContext(logger.getLoggerContext());
    lines.start();
    logger.setLevel(level);
    logger.addAppender(lines);
    return lines;
  }

  @Override
  protected void append(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(event.getLevel() + " " + event.getFormattedMessage());
    IThrowableProxy thrown = event.getThrowableProxy();
    while (thrown != null) {
      line.append(" | ").append(thrown.getClassName()).append(": ").append(thrown.getMessage());
      thrown = thrown.getCause();
    }
    lines.add(line.toString());
  }

  public List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
    logger.setAdditive(true);
    stop();
  }
}
