package org.sortingoffice.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Sends the log to a file while a command prints a table, so that the two do not mix. */
final class LogToFile implements AutoCloseable {
  private final Logger root;
  private final List<Appender<ILoggingEvent>> before = new ArrayList<>();
  private final FileAppender<ILoggingEvent> file = new FileAppender<>();

  /**
   * @param path the file; written anew
   */
  LogToFile(Path path) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.iteratorForAppenders().forEachRemaining(before::add);
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{20} - %msg%n");
    encoder.start();
    file.setContext(context);
    file.setEncoder(encoder);
    file.setFile(path.toString());
    file.setAppend(false);
    file.start();
    before.forEach(root::detachAppender);
    root.addAppender(file);
  }

  @Override
  public void close() {
    root.detachAppender(file);
    before.forEach(root::addAppender);
    file.stop();
  }
}
