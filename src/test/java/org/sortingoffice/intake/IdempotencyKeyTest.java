package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.ProblemException;

class IdempotencyKeyTest {

  @Test
  void no_header_is_no_key() {
    assertThat(IdempotencyKey.parse(null)).isEmpty();
  }

  @Test
  void a_key_cannot_be_made_from_what_would_be_refused() {
    assertThatThrownBy(() -> new IdempotencyKey("a b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Nested
  @DisplayName("Contract 6: the raw and the quoted spelling are one key")
  class Spellings {

    @ParameterizedTest
    @CsvSource(
        delimiter = ' ',
        quoteCharacter = '`',
        value = {
          "abc \"abc\"",
          "a\"b \"a\\\"b\"",
          "a\\b \"a\\\\b\"",
          "8e03978e-40d5-43dd-bc93-6894a57f9324 \"8e03978e-40d5-43dd-bc93-6894a57f9324\"",
          "a,b \"a,b\"",
          "~! \"~!\""
        })
    void give_the_same_key(String raw, String quoted) {
      assertThat(IdempotencyKey.parse(quoted)).contains(new IdempotencyKey(raw));
      assertThat(IdempotencyKey.parse(raw)).contains(new IdempotencyKey(raw));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"\"abc", "\"", "\"a\"b\"", "\"a\\x\"", "\"a\\\"", "\"abc\";p=1", "\"a\", \"b\""})
    void a_spoilt_quotation_is_refused(String header) {
      assertThat(refusal(header).detail()).contains("quot");
    }
  }

  @Nested
  @DisplayName("H06, Q66: an empty key is invalid, not absent")
  class H06BlankKeys {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "   ", "\"\"", "\" \"", "\t"})
    void is_refused(String header) {
      assertThat(refusal(header)).isNotNull();
    }
  }

  @Nested
  @DisplayName(
      "H07, Q66: a key has at most 255 characters, quotation marks and escapes not counted")
  class H07LongKeys {

    @Test
    void of_255_passes() {
      String key = "k".repeat(255);

      assertThat(IdempotencyKey.parse(key)).contains(new IdempotencyKey(key));
      assertThat(IdempotencyKey.parse("\"" + key + "\"")).contains(new IdempotencyKey(key));
      assertThat(IdempotencyKey.parse("\"" + "\\\"".repeat(255) + "\""))
          .contains(new IdempotencyKey("\"".repeat(255)));
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 300, 9_000})
    void longer_is_refused(int length) {
      assertThat(refusal("k".repeat(length)).detail()).contains("255");
      assertThat(refusal("\"" + "k".repeat(length) + "\"").detail()).contains("255");
    }
  }

  @Nested
  @DisplayName("H08: printable keys are data, whatever they look like; blanks and tabs are refused")
  class H08KeysAsVehicles {

    @ParameterizedTest
    @ValueSource(strings = {"../../x", "%0aERROR", "<script>", "';--", "${sys.path}", "{{env:X}}"})
    void printable_keys_are_kept_as_they_are(String key) {
      assertThat(IdempotencyKey.parse(key)).contains(new IdempotencyKey(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb", "a b", "'; --", "a\nERROR", "a\u0000", "a\u007f", "\"a\tb\""})
    void others_are_refused(String header) {
      assertThat(refusal(header).detail()).contains("visible ASCII");
    }
  }

  @Nested
  @DisplayName("H09, Q66: a key beyond ASCII is refused, never made into question marks")
  class H09NonAscii {

    @ParameterizedTest
    @ValueSource(strings = {"ключ-А", "ключ-Б", "é", "\u00a0", "\uD83D\uDE00", "\"ключ\""})
    void as_text_and_as_bytes_read_one_by_one(String key) {
      String asLatin1 =
          new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

      assertThat(refusal(key).detail()).contains("visible ASCII");
      assertThat(refusal(asLatin1).detail()).contains("visible ASCII");
    }
  }

  @Nested
  @DisplayName("Q66: the key is one header line")
  class Q66TwoLines {

    @Test
    void two_lines_are_refused_even_when_they_are_equal() {
      assertThat(refusal(List.of("a", "a")).detail()).contains("2 Idempotency-Key lines");
    }

    @Test
    void a_list_of_one_line_is_that_line() {
      assertThat(IdempotencyKey.parse(List.of("\"a\""))).contains(new IdempotencyKey("a"));
    }
  }

  private static Problem refusal(Object header) {
    ProblemException refused =
        catchThrowableOfType(ProblemException.class, () -> IdempotencyKey.parse(header));
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.problem())
        .returns(400, Problem::status)
        .returns("idempotency_key_invalid", Problem::code);
    return refused.problem();
  }
}
