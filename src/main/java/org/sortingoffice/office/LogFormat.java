package org.sortingoffice.office;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import net.logstash.logback.encoder.LogstashEncoder;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * How the lines of the log look: for people, in a pattern, or for machines, a JSON object each.
 * Both have the log's context: which job a line belongs to.
 */
final class LogFormat implements AutoCloseable {
  private static final String LEAVE_OUT = "[ignore]";

  private final Map<ConsoleAppender<ILoggingEvent>, Encoder<ILoggingEvent>> before =
      new HashMap<>();
  private final boolean json;
  private final java.util.logging.Logger ofTheJdk = LogManager.getLogManager().getLogger("");
  private final Handler bridge = new SLF4JBridgeHandler();
  private final List<Handler> removed = new ArrayList<>();

  private LogFormat(boolean json) {
    this.json = json;
  }

  /**
   * Has the console's lines written as the settings say, until this is closed.
   *
   * @throws StartupFailure when there is no such format
   */
  static LogFormat of(Settings settings) {
    boolean json = settings.oneOf("log.format", "text", "json").equals("json");
    LogFormat format = new LogFormat(json);
    if (json || settings.isSet("log.pattern")) {
      format.begin(settings.text("log.pattern"));
    }
    return format;
  }

  /** Whether each line is a JSON object. */
  boolean isJson() {
    return json;
  }

  private void begin(String pattern) {
    if (json) {
      // A library that writes to the standard error by itself would put other lines between.
      for (Handler handler : ofTheJdk.getHandlers()) {
        ofTheJdk.removeHandler(handler);
        removed.add(handler);
      }
      ofTheJdk.addHandler(bridge);
    }
    ILoggerFactory loggers = LoggerFactory.getILoggerFactory();
    if (loggers instanceof LoggerContext context) {
      Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
      root.iteratorForAppenders()
          .forEachRemaining(
              appender -> {
                if (appender instanceof ConsoleAppender<ILoggingEvent> console) {
                  before.put(console, console.getEncoder());
                  console.setEncoder(json ? json(context) : text(context, pattern));
                }
              });
    }
  }

  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    LogstashEncoder encoder = new LogstashEncoder();
    encoder.setContext(context);
    encoder.setTimeZone("UTC");
    encoder.setIncludeContext(false);
    encoder.getFieldNames().setVersion(LEAVE_OUT);
    encoder.getFieldNames().setLevelValue(LEAVE_OUT);
    encoder.start();
    return encoder;
  }

  private static Encoder<ILoggingEvent> text(LoggerContext context, String pattern) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(pattern);
    encoder.start();
    return encoder;
  }

  /** Has them written as before. */
  @Override
  public void close() {
    before.forEach(ConsoleAppender::setEncoder);
    ofTheJdk.removeHandler(bridge);
    removed.forEach(ofTheJdk::addHandler);
  }
}
