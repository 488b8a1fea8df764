package org.sortingoffice.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.provider.ChatAnswer;
import org.sortingoffice.provider.InvalidAnswer;
import org.sortingoffice.provider.Usage;

/** H43, H45 and what models think aloud: nothing a model says is believed unchecked. */
class StepResultsTest {
  private static final String GOOD = "{\"team\":\"billing\",\"priority\":2}";

  private final StepResults results =
      new StepResults(List.of("billing", "delivery", "Technical", "ürgent"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        GOOD,
        "\n\n  " + GOOD + "\n",
        "```json\n" + GOOD + "\n```",
        "```JSON\n" + GOOD + "\n```",
        "```\n" + GOOD + "\n```",
        "\n```json\r\n" + GOOD + "\r\n```\n",
        "<think>They ask about ``` an invoice {\"team\":\"x\"}</think>\n" + GOOD,
        "<think></think>```json\n" + GOOD + "\n```",
        "{\"team\":\"billing\",\"priority\":2,\"why\":\"an ``` in a text\",\"more\":[1]}",
        "```json\n{\"team\":\"billing\",\"priority\":2,\"why\":\"an ``` in a text\"}\n```"
      })
  void aClassificationIsTakenAsItStandsOrInOneFence_H43(String text)
      throws JsonProcessingException {
    StepResult result = classify(text);

    assertThat(result.team()).isEqualTo("billing");
    assertThat(result.priority()).isEqualTo(2);
    assertThat(result.output()).isEqualTo(GOOD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Here you are: " + GOOD,
        GOOD + " Hope this helps!",
        GOOD + GOOD,
        "Sure!\n```json\n" + GOOD + "\n```",
        "```json\n" + GOOD + "\n```\nHope this helps!",
        "```json\n" + GOOD,
        GOOD + "\n```",
        "```python\n" + GOOD + "\n```",
        "```json\n" + GOOD + "\n```\n```json\n" + GOOD + "\n```",
        "``````",
        "```\n```",
        "```json\n```",
        "```json\n\n```",
        "<think>still thinking " + GOOD,
        GOOD + "<think></think>",
        "[" + GOOD + "]",
        "\"billing\"",
        "null",
        "7",
        "{team: 'billing'}",
        "{\"team\":\"billing\",\"priority\":2,}",
        "{\"team\":\"billing\",\"team\":\"delivery\",\"priority\":2}",
        "{\"team\":\"billing\",\"priority\":2"
      })
  void anythingAroundAClassificationMakesItInvalid_H43_H45(String text) {
    assertThatThrownBy(() -> classify(text))
        .isInstanceOf(InvalidAnswer.class)
        .hasMessageNotContaining("billing\"");
  }

  @ParameterizedTest
  @CsvSource({
    "billing, billing",
    "'Billing ', billing",
    "BILLING, billing",
    "technical, Technical",
    "ÜRGENT, ürgent"
  })
  void aTeamIsFoundAfterTrimmingAndWhateverItsCase_H45(String said, String team)
      throws JsonProcessingException {
    assertThat(classify("{\"team\":\"" + said + "\",\"priority\":1}").team()).isEqualTo(team);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"Refunds\"",
        "\"\"",
        "null",
        "1",
        "[\"billing\"]",
        "{}",
        "\"billing.\"",
        "\"bill\\u0000ing\""
      })
  void aTeamThatIsNotOursIsInvalid_H45(String team) {
    assertThatThrownBy(() -> classify("{\"team\":" + team + ",\"priority\":1}"))
        .isInstanceOf(InvalidAnswer.class)
        .hasMessageContaining("the team is none of [billing, ")
        .hasMessageNotContaining("Refunds");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, false",
    "4, 4, false",
    "'\"1\"', 1, true",
    "'\" 3 \"', 3, true",
    "1.0, 1, true",
    "2e0, 2, true"
  })
  void aPriorityIsAWholeNumberHoweverWritten_H45(String said, int priority, boolean coerced)
      throws JsonProcessingException {
    StepResult result = classify("{\"team\":\"billing\",\"priority\":" + said + "}");

    assertThat(result.priority()).isEqualTo(priority);
    assertThat(result.output())
        .isEqualTo(
            "{\"team\":\"billing\",\"priority\":%d%s}"
                .formatted(priority, coerced ? ",\"coerced\":true" : ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "5",
        "7",
        "-1",
        "1.5",
        "\"high\"",
        "\"1.5\"",
        "\"\"",
        "null",
        "true",
        "[1]",
        "{}",
        "4294967297",
        "1e400",
        "\"٣\""
      })
  void anyOtherPriorityIsInvalid_H45(String said) {
    assertThatThrownBy(() -> classify("{\"team\":\"billing\",\"priority\":" + said + "}"))
        .isInstanceOf(InvalidAnswer.class)
        .hasMessage("the priority is not a whole number from 1 to 4");
  }

  @Test
  void aMissingMemberIsInvalid() {
    assertThatThrownBy(() -> classify("{\"priority\":1}")).isInstanceOf(InvalidAnswer.class);
    assertThatThrownBy(() -> classify("{\"team\":\"billing\"}")).isInstanceOf(InvalidAnswer.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'  Dear customer, hello. \n', 'Dear customer, hello.'",
    "'<think>Be kind.</think> Hello.', Hello.",
    "'Hello <think>.', 'Hello <think>.'"
  })
  void aReplyIsItsTextWithoutThoughts(String said, String reply) throws JsonProcessingException {
    assertThat(results.draftReply(answer(said)).draftReply()).isEqualTo(reply);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<think>I should say hello", "<think>Hello</think>", "<think>Hello</think> \n"})
  void thoughtsAreNeverSentToACustomer(String said) {
    assertThatThrownBy(() -> results.draftReply(answer(said))).isInstanceOf(InvalidAnswer.class);
  }

  @Test
  void aReplyThatHadToBeCleanedIsNoted_Q23() throws JsonProcessingException {
    StepResult result =
        results.draftReply(ChatAnswer.of("a\u0000b", new Usage("small", 1, 1, BigDecimal.ZERO)));

    assertThat(result.draftReply()).isEqualTo("a\uFFFDb");
    assertThat(result.output()).isEqualTo("{\"reply\":\"a\uFFFDb\",\"cleaned\":true}");
  }

  @Test
  void aTextIsKeptWithTheRunAndNowhereElse() throws JsonProcessingException {
    StepResult result = results.text(answer("<think>In English?</think> Where is my parcel?\n"));

    assertThat(result.output()).isEqualTo("{\"text\":\"Where is my parcel?\"}");
    assertThat(result.team()).isNull();
    assertThat(result.priority()).isNull();
    assertThat(result.draftReply()).isNull();
    assertThat(result.vector()).isNull();
  }

  @Test
  void anObjectIsKeptAsItIs() throws JsonProcessingException {
    String object = "{\"language\":\"de\",\"words\":[1,2.5,null,{\"a\":true}]}";

    assertThat(results.json(answer("```json\n" + object + "\n```")).output()).isEqualTo(object);
    assertThat(results.jsonWith("language, words", answer(object)).output()).isEqualTo(object);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "Sure: {}", "7", "{\"a\":1}{}", "{\"a\":1e999}"})
  void whatIsNotOneStorableObjectIsNoJsonResult(String text) {
    assertThatThrownBy(() -> results.json(answer(text))).isInstanceOf(InvalidAnswer.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"language\":\"de\"}", "{\"language\":\"de\",\"text\":null}"})
  void anObjectWithoutAMemberThatIsAskedForIsInvalid(String text) {
    assertThatThrownBy(() -> results.jsonWith("language, text", answer(text)))
        .isInstanceOf(InvalidAnswer.class)
        .hasMessage("the answer has no member \"text\"");
  }

  @Test
  void whatOnlyAnEscapeHidesIsMadeStorable() throws JsonProcessingException {
    StepResult result = results.json(answer("{\"a\\u0000\":[\"b\\u0000\",\"\\ud83d\"]}"));

    assertThat(result.output()).isEqualTo("{\"a\uFFFD\":[\"b\uFFFD\",\"\uFFFD\"]}");
  }

  private StepResult classify(String text) throws JsonProcessingException {
    return results.classification(answer(text));
  }

  private static ChatAnswer answer(String text) {
    return ChatAnswer.of(text, new Usage("small", 1, 1, BigDecimal.ZERO));
  }
}
