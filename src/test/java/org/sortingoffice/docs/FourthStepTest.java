package org.sortingoffice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.testing.RunningOffice;

/** The guide "A fourth step in ten minutes", done as it says, with nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FourthStepTest {
  private Guide guide;
  private RunningOffice office;

  @BeforeAll
  void start(@TempDir Path routes) throws IOException {
    guide = new Guide();
    guide.followIn(routes);
    office =
        RunningOffice.start(
            "fourth_step",
            Map.of(
                "routes.directory",
                routes.toString(),
                "ticket.steps",
                guide.steps(),
                "claim.poll.millis",
                "100",
                "retry.base.seconds",
                "0.05",
                "breaker.minimum.calls",
                "1000",
                "translate.retry.max.attempts",
                "2"));
  }

  @AfterAll
  void stop() {
    if (office != null) {
      office.close();
    }
  }

  @BeforeEach
  void forget() {
    office.forgetCalls();
  }

  @Test
  void theTicketOfTheGuideGetsFourResultsByFourCalls() {
    HttpResponse<String> answer = office.postTicket(null, guide.ticket());
    assertThat(answer.statusCode()).isEqualTo(202);
    long job = RunningOffice.json(answer).path("job_id").asLong();

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(done.path("steps_done").toString())
        .isEqualTo("[\"classify\",\"translate\",\"draft_reply\",\"embed\"]");
    assertThat(office.callCount()).isEqualTo(4);
    assertThat(office.calls("?step=translate").path("total").asInt()).isEqualTo(1);
    assertThat(office.rows().count("ai_runs where job_id = " + job)).isEqualTo(4);
    assertThat(office.rows().value(guide.query().replace("job_id = 1", "job_id = ?"), job))
        .isEqualTo("translate: Paket fehlt. Es sollte am Montag hier sein.");
    assertThat(
            office
                .rows()
                .count(
                    "ai_runs where task = 'translate' and model = 'small-chat-v1'"
                        + " and prompt_tokens > 0 and cost_usd > 0 and job_id = "
                        + job))
        .isEqualTo(1);
  }

  @Test
  void aTranslationThatFailsOnceIsRetriedAndTheStepsBeforeItAreNotRepeated() {
    long job = office.postGoodTicket("Verloren [sim:outage@translate*1]");

    JsonNode done = office.awaitJob(job, "succeeded");

    assertThat(done.path("attempts").asInt()).isEqualTo(2);
    assertThat(done.at("/deliveries/0/step").asText()).isEqualTo("translate");
    assertThat(done.at("/deliveries/0/outcome").asText()).isEqualTo("retried");
    assertThat(office.calls("?step=translate").path("total").asInt()).isEqualTo(2);
    assertThat(office.calls("?step=classify").path("total").asInt()).isEqualTo(1);
  }

  /** Its own number of attempts is set by translate.retry.max.attempts; the others keep theirs. */
  @Test
  void aTranslationThatGoesOnFailingEndsAsADeadLetterOfItsStep() {
    long translation = office.postGoodTicket("Verloren [sim:outage@translate]");
    long draft = office.postGoodTicket("Verloren [sim:outage@draft_reply]");

    JsonNode dead = office.awaitJob(translation, "dead_letter");

    assertThat(dead.path("attempts").asInt()).isEqualTo(2);
    assertThat(dead.path("steps_done").toString()).isEqualTo("[\"classify\"]");
    assertThat(dead.path("last_error").asText())
        .isEqualTo("ProviderUnavailable: the provider answered 503");
    assertThat(office.awaitJob(draft, "dead_letter").path("attempts").asInt()).isEqualTo(5);
    JsonNode found = RunningOffice.json(office.get("/v1/jobs?step=translate&state=dead_letter"));
    assertThat(found.path("jobs")).hasSize(1);
    assertThat(found.at("/jobs/0/job_id").asLong()).isEqualTo(translation);
  }

  @Test
  void aTranslationThatIsNoneFailsAtOnce() {
    long job = office.postGoodTicket("Verloren [sim:say=<think>hm@translate]");

    JsonNode failed = office.awaitJob(job, "failed");

    assertThat(failed.path("last_error").asText()).startsWith("InvalidAnswer: ");
    assertThat(office.rows().count("ai_runs where task = 'translate' and job_id = " + job))
        .isZero();
  }
}
