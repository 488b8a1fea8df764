package org.sortingoffice.office;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.sortingoffice.docs.Guide;
import org.sortingoffice.testing.RunningOffice;

/** Development mode: an edit is used by the next ticket, and a broken one by none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouteReloadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private RunningOffice office;
  private Path step;
  private String original;

  @BeforeAll
  void start(@TempDir Path routes) throws IOException {
    Guide guide = new Guide();
    guide.followIn(routes);
    step = routes.resolve(guide.file());
    original = Files.readString(step);
    log.start();
    logger().addAppender(log);
    office =
        RunningOffice.start(
            "route_reload",
            Map.of(
                "routes.directory",
                routes.toString(),
                "routes.reload",
                "true",
                "ticket.steps",
                "translate",
                "job.max.attempts",
                "1",
                "claim.poll.millis",
                "100"));
  }

  @AfterAll
  void stop() {
    logger().detachAppender(log);
    if (office != null) {
      office.close();
    }
  }

  @Test
  void theNextTicketUsesAnEditedPromptAndABrokenEditChangesNothing() throws IOException {
    int before = promptTokens();

    String edited =
        original.replace("Answer with the translation only.", "Be exact. ".repeat(200).strip());
    edit(edited, "was edited; its routes are loaded anew", Level.INFO);
    int after = promptTokens();
    assertThat(after).isBetween(before + 450, before + 550);

    // Refused by our own check, by Camel while it reads, and by Camel when it makes the route.
    List<String> broken =
        List.of(
            edited.replace("id: translate-check\n", "note: none\n"),
            edited.replaceFirst("setVariable:", "setVariable5:"),
            edited.replace("direct:save-result", "no-such-component:save"));
    for (String text : broken) {
      assertThat(text).isNotEqualTo(edited);
      edit(text, "The routes stay as they were.", Level.WARN);
      assertThat(log.list.get(log.list.size() - 1).getFormattedMessage())
          .contains("translate.camel.yaml, line ");
      assertThat(promptTokens()).isEqualTo(after);
    }

    edit(original, "was edited; its routes are loaded anew", Level.INFO);
    assertThat(promptTokens()).isEqualTo(before);

    // An answer as JSON, with members that must be there.
    edit(
        original
            .replace("maxTokens: 2000", "responseFormat: json_object")
            .replace("method: text", "method: \"jsonWith('step, text', ${body})\""),
        "was edited; its routes are loaded anew",
        Level.INFO);
    promptTokens();
    assertThat(
            office
                .rows()
                .value("select output ->> 'step' from ai_runs order by job_id desc limit 1"))
        .isEqualTo("translate");
    JsonNode failed =
        office.awaitJob(
            office.postGoodTicket("Without [sim:say={\"step\":1}@translate]"), "failed");
    assertThat(failed.path("last_error").asText())
        .isEqualTo("InvalidAnswer: the answer has no member \"text\"");

    // A step may have a shorter deadline than all others.
    edit(
        original.replace("maxTokens: 2000", "maxTokens: 2000\n              timeoutMillis: 250"),
        "was edited; its routes are loaded anew",
        Level.INFO);
    long start = System.nanoTime();
    JsonNode dead =
        office.awaitJob(office.postGoodTicket("Hangs [sim:hang@translate]"), "dead_letter");
    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider did not answer in time");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  private int promptTokens() {
    long job = office.postGoodTicket("Paket fehlt");
    office.awaitJob(job, "succeeded");
    return (Integer) office.rows().value("select prompt_tokens from ai_runs where job_id = ?", job);
  }

  private void edit(String text, String said, Level level) throws IOException {
    log.list.clear();
    // As editors do it: never half a file.
    Path beside = step.resolveSibling("translate.new");
    Files.writeString(beside, text);
    Files.move(beside, step, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    await(said)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                List.copyOf(log.list).stream()
                    .anyMatch(
                        event ->
                            event.getLevel() == level
                                && event.getFormattedMessage().contains(said)));
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(RouteReload.class);
  }
}
