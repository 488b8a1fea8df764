package org.sortingoffice.office;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LogFormatTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private PrintStream before;

  @BeforeEach
  void listen() {
    before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    MDC.put("job", "7");
  }

  @AfterEach
  void listenNoMore() {
    System.setOut(before);
    MDC.remove("job");
  }

  @Test
  void aPatternOfOnesOwnShowsTheContextAndIsOverWithTheOffice() {
    try (LogFormat format = LogFormat.of(settings("text", "%X{job}|%logger|%msg%n"))) {
      assertThat(format.isJson()).isFalse();
      say("in between");
    }
    say("afterwards");

    assertThat(lines()).contains("7|jobs|in between");
    assertThat(lines()).anyMatch(line -> line.matches("[\\d:.]{12} INFO  jobs - afterwards"));
  }

  @Test
  void jsonHasTheContextBesideTheMessage() {
    try (LogFormat format = LogFormat.of(settings("json", ""))) {
      assertThat(format.isJson()).isTrue();
      say("a \"quoted\" word");
    }

    assertThat(lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("{\"@timestamp\":\"")
                    .contains("\"message\":\"a \\\"quoted\\\" word\"")
                    .contains("\"level\":\"INFO\"")
                    .contains("\"job\":\"7\""));
  }

  @Test
  void librariesThatLogByTheJdksOwnMeansWriteJsonToo() {
    try (LogFormat format = LogFormat.of(settings("json", ""))) {
      java.util.logging.Logger.getLogger("some.library").warning("from elsewhere");
    }

    assertThat(lines())
        .anySatisfy(
            line -> assertThat(line).startsWith("{").contains("\"message\":\"from elsewhere\""));
  }

  @Test
  void withoutASettingNothingChanges() {
    try (LogFormat format = LogFormat.of(settings("text", ""))) {
      say("as ever");
    }

    assertThat(lines()).anyMatch(line -> line.matches("[\\d:.]{12} INFO  jobs - as ever"));
  }

  private static Settings settings(String format, String pattern) {
    return Settings.read(Map.of("log.format", format, "log.pattern", pattern));
  }

  private static void say(String message) {
    LoggerFactory.getLogger("jobs").info(message);
  }

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
