package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BackgroundFailuresTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(BackgroundFailures.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private long nanos = 1;
  private final BackgroundFailures failures =
      new BackgroundFailures(Duration.ofSeconds(30), () -> nanos);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  @Test
  void aFailureThatRepeatsItselfIsToldNowAndThen() {
    for (int i = 0; i < 100; i++) {
      failures.note(failed());
    }
    assertThat(lines.list).hasSize(1);

    nanos += TimeUnit.SECONDS.toNanos(31);
    failures.note(failed());

    assertThat(lines.list).hasSize(2);
    assertThat(lines.list.get(1).getFormattedMessage())
        .contains("the innermost cause")
        .contains("99 times");
  }

  private static Exchange failed() {
    Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    exchange.setProperty(
        Exchange.EXCEPTION_CAUGHT,
        new IllegalStateException("outer", new IllegalStateException("the innermost cause")));
    return exchange;
  }
}
