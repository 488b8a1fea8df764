package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.http.FieldError;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.ProblemException;

class TicketReaderTest {

  private static final String JSON = "application/json";
  private static final String TICKET =
      "{\"customer_id\":\"C-0022\",\"subject\":\"Late parcel\",\"body\":\"Where is it?\"}";

  private final TicketReader reader = new TicketReader(IntakeLimits.defaults());

  @Test
  void reads_a_ticket_with_all_its_members() {
    TicketRequest ticket =
        read(
            "{\"customer_id\":\"C-0022\",\"subject\":\"Late parcel\",\"body\":\"Where is it?\","
                + "\"metadata\":{\"order\": 1.50, \"tags\":[\"a\",null,true]}}");

    assertThat(ticket.customerId()).isEqualTo("C-0022");
    assertThat(ticket.subject()).isEqualTo("Late parcel");
    assertThat(ticket.body()).isEqualTo("Where is it?");
    assertThat(ticket.metadataJson()).isEqualTo("{\"order\":1.50,\"tags\":[\"a\",null,true]}");
    assertThat(ticket.actor()).isEqualTo("customer:C-0022");
    assertThat(ticket.fingerprint()).matches("v1:[0-9a-f]{64}");
  }

  @Test
  void a_ticket_needs_no_metadata() {
    assertThat(read(TICKET).metadataJson()).isNull();
  }

  @Test
  void another_actor_leaves_the_ticket_as_it_is() {
    TicketRequest ticket = read(TICKET);

    assertThat(ticket.withActor("key:7").actor()).isEqualTo("key:7");
    assertThat(ticket.withActor(ticket.actor())).isEqualTo(ticket);
  }

  @Nested
  @DisplayName("Contract 11: every fault is told, each at its place")
  class AllFaultsAtOnce {

    @Test
    void missing_members_are_all_named() {
      assertThat(places("{}"))
          .containsExactlyInAnyOrder(
              "/customer_id required", "/subject required", "/body required");
    }

    @Test
    void faults_of_every_kind_come_together() {
      assertThat(
              places(
                  "{\"customer_id\":7,\"subject\":\"two\\nlines\",\"body\":\" \","
                      + "\"metadata\":[],\"priority\":1}"))
          .containsExactlyInAnyOrder(
              "/customer_id wrong_type",
              "/subject control_character",
              "/body blank",
              "/metadata wrong_type",
              "/priority unknown_member");
    }

    @Test
    void a_pointer_escapes_slash_and_tilde() {
      assertThat(places(ticketWith("\"a/b~c\":1"))).containsExactly("/a~1b~0c unknown_member");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\u0007b", "\\ud83d", "x\\u0000"})
    void a_member_name_that_cannot_be_shown_is_named_by_its_parent(String name) {
      assertThat(places(ticketWith("\"" + name + "\":1"))).contains(" unknown_member");
    }

    @Test
    void a_long_member_name_is_not_repeated() {
      assertThat(places(ticketWith("\"" + "n".repeat(65) + "\":1")))
          .containsExactly(" unknown_member");
    }

    @Test
    void of_very_many_faults_the_first_twenty_are_listed_and_all_are_counted() {
      String many =
          IntStream.range(0, 50).mapToObj(i -> "\"m" + i + "\":1").collect(Collectors.joining(","));

      Problem problem = refusal(ticketWith(many));

      assertThat(problem.errors()).hasSize(20);
      assertThat(problem.detail()).startsWith("50 places are wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"text\"", "7", "null", "true"})
    void json_that_is_no_object_is_readable_but_invalid(String json) {
      assertThat(places(json)).containsExactly(" wrong_type");
    }

    @Test
    void nothing_of_the_input_is_quoted() {
      String secret = "s3cr3t-value";
      List<String> bodies =
          List.of(
              "{\"customer_id\":\"\\u0000" + secret + "\"",
              "{\"customer_id\":\"" + secret + "\",\"customer_id\":\"" + secret + "\"}",
              ticketWith("\"metadata\":{\"a\":\"\\ud800" + secret + "\"}"),
              "{\"customer_id\":[\"" + secret + "\"],\"subject\":\"" + secret + "\\n\"}",
              secret);

      assertThat(bodies)
          .allSatisfy(body -> assertThat(refusal(body).toString()).doesNotContain(secret));
    }
  }

  @Nested
  @DisplayName("Contract 1: the fields and their limits, counted in characters as people see them")
  class Limits {

    @ParameterizedTest
    @CsvSource({"customer_id,64", "subject,200", "body,20000"})
    void a_text_of_the_greatest_length_passes_and_one_more_does_not(String field, int longest) {
      String full = "\uD83D\uDE00".repeat(longest);

      assertThat(places(field, full + "x")).containsExactly("/" + field + " too_long");
      assertThat(read(ticket(field, full))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"customer_id,''", "subject,''", "body,''", "subject,'   '", "body,'\\n\\t '"})
    void a_text_needs_a_visible_character(String field, String text) {
      assertThat(places(field, text)).contains("/" + field + " blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C-0022", "a b", "ключ", "名前", "e\u0301", "#1/~%$", "\uD83D\uDE00"})
    void a_customer_id_may_be_any_printable_text(String id) {
      assertThat(read(ticket("customer_id", id)).customerId()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "a\\tb",
          "a\\nb",
          "a\\u007fb",
          "a\\u0085b",
          "a\\u200bb",
          "a\\u202eb",
          "a\\u00a0b",
          "a\\u2028b",
          "a\\ue000b"
        })
    void a_customer_id_has_no_invisible_characters(String id) {
      assertThat(places("customer_id", id)).containsExactly("/customer_id not_printable");
    }

    @ParameterizedTest
    @ValueSource(strings = {" C-1", "C-1 ", " C-1 "})
    void a_customer_id_has_no_space_at_its_ends(String id) {
      assertThat(places("customer_id", id)).containsExactly("/customer_id outer_space");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"a\\nb", "a\\rb", "a\\tb", "a\\u001bb", "a\\u0085b", "a\\u2028b", "a\\u2029b"})
    void a_subject_is_one_line(String subject) {
      assertThat(places("subject", subject)).containsExactly("/subject control_character");
    }

    @Test
    void metadata_of_4096_bytes_pass_and_one_more_do_not() {
      String fits = "\"metadata\":{ \"m\" : \"" + "x".repeat(4096 - 8) + "\" }";
      String over = fits.replace("\"m\"", "\"mm\"");

      assertThat(read(ticketWith(fits)).metadataJson()).hasSize(4096);
      assertThat(places(ticketWith(over))).containsExactly("/metadata too_large");
    }

    @Test
    void metadata_are_measured_in_bytes_of_utf_8() {
      String fits = "\"metadata\":{\"m\":\"" + "\\ud83d\\ude00".repeat((4096 - 8) / 4) + "\"}";
      String over = fits.replace("\"m\":\"", "\"m\":\"x");

      assertThat(read(ticketWith(fits))).isNotNull();
      assertThat(places(ticketWith(over))).containsExactly("/metadata too_large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "\"{}\"", "1"})
    void metadata_are_an_object(String value) {
      assertThat(places(ticketWith("\"metadata\":" + value)))
          .containsExactly("/metadata wrong_type");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "1e309",
          "-1e309",
          "1e-309",
          "1e999999999",
          "1e-999999999",
          "1e99999999999",
          "0e999999999"
        })
    void a_number_beyond_every_number_type_is_refused_at_its_place(String number) {
      assertThat(places(ticketWith("\"metadata\":{\"n\":[0," + number + "]}")))
          .containsExactly("/metadata/n/1 number_out_of_range");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "1e308",
          "-1e-308",
          "0",
          "-0.00",
          "9223372036854775808",
          "12345678901234567890.123456789"
        })
    void a_number_is_kept_with_all_its_digits(String number) {
      assertThat(read(ticketWith("\"metadata\":{\"n\":" + number + "}")).metadataJson())
          .isEqualTo(
              "{\"n\":"
                  + number
                      .replace("1e308", "1E+308")
                      .replace("1e-308", "1E-308")
                      .replace("-0.00", "0.00")
                  + "}");
    }

    @Test
    void the_largest_ticket_there_can_be_fits_into_the_body() {
      String wide = "\uD83D\uDE00".repeat(20_000).replace("\uD83D\uDE00", "\\ud83d\\ude00");

      assertThat(read(ticket("body", wide)).body()).isEqualTo("\uD83D\uDE00".repeat(20_000));
    }
  }

  @Nested
  @DisplayName("Strict JSON: one object in UTF-8, and nothing that only some parsers take")
  class StrictlyJson {

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
        strings = {
          " ",
          "{",
          "{\"a\":1",
          "{} {}",
          "{}x",
          "{}]",
          "{'a':1}",
          "{a:1}",
          "{\"a\":1,}",
          "{/* c */}",
          "// c\n{}",
          "{\"a\":NaN}",
          "{\"a\":Infinity}",
          "{\"a\":+1}",
          "{\"a\":01}",
          "{\"a\":.5}",
          "{\"a\":5.}",
          "{\"a\":\"line\nbreak\"}",
          "{\"a\":\"\\x\"}",
          "{\"a\":\"\\u12\"}",
          "\uFEFF{}"
        })
    void other_text_is_unreadable(String text) {
      byte[] bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);

      assertThat(refusal(bytes, JSON, null, null))
          .returns(400, Problem::status)
          .returns("unreadable_json", Problem::code);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "7b22ff223a317d", // a byte that UTF-8 never has
          "7b22c0af223a317d", // an overlong slash
          "7b22eda080223a317d", // a surrogate as three bytes
          "7b22f4908080223a317d", // beyond U+10FFFF
          "7b22c3", // cut off within a character
          "feff007b007d", // UTF-16
          "007b007d", // UTF-16 without its mark
          "fffe0000" // UTF-32
        })
    void other_bytes_are_unreadable(String hex) {
      assertThat(refusal(HexFormat.of().parseHex(hex), JSON, null, null))
          .returns(400, Problem::status)
          .returns("unreadable_json", Problem::code);
    }

    @Test
    void the_place_of_a_syntax_error_is_told() {
      assertThat(refusal("{\n  \"a\": oops\n}").detail()).contains("line 2");
    }

    @Test
    void white_space_around_the_object_is_fine() {
      assertThat(read("\r\n\t " + TICKET + " \n")).isEqualTo(read(TICKET));
    }
  }

  @Nested
  @DisplayName("Content-Type: JSON in UTF-8 only")
  class ContentType {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/json",
          "Application/JSON",
          "application/json;charset=utf-8",
          "application/json; charset=UTF-8",
          "application/json ; charset=\"utf-8\"",
          "application/json;"
        })
    void json_in_utf_8_is_taken(String type) {
      assertThat(reader.read(bytes(TICKET), type, null, null)).isEqualTo(read(TICKET));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
        strings = {
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "application/jsonp",
          "application/merge-patch+json",
          "application/json; charset=iso-8859-1",
          "application/json; charset=utf-16",
          "application/json; version=2",
          "application/json; charset=utf-8; version=2",
          "application/json, text/plain",
          "[application/json, application/json]"
        })
    void anything_else_is_415(String type) {
      assertThat(refusal(bytes(TICKET), type, null, null))
          .returns(415, Problem::status)
          .returns("unsupported_media_type", Problem::code);
    }
  }

  @Nested
  @DisplayName("H13: a query parameter is refused, for it would be outside the fingerprint")
  class H13QueryParameters {

    @ParameterizedTest
    @ValueSource(strings = {"dry_run=1", "dry_run", "=", "Idempotency-Key=x", "&"})
    void any_parameter_is_unknown(String query) {
      assertThat(refusal(bytes(TICKET), JSON, null, query))
          .returns(400, Problem::status)
          .returns("unknown_parameter", Problem::code);
    }

    @ParameterizedTest
    @NullAndEmptySource
    void without_parameters_a_ticket_is_read(String query) {
      assertThat(reader.read(bytes(TICKET), JSON, null, query)).isEqualTo(read(TICKET));
    }
  }

  @Nested
  @DisplayName("H17, Q23: NUL is refused at its place, wherever it stands")
  class H17NulCharacters {

    @ParameterizedTest
    @CsvSource({
      "customer_id,/customer_id nul_character",
      "subject,/subject nul_character",
      "body,/body nul_character"
    })
    void in_a_field(String field, String place) {
      assertThat(places(field, "late\\u0000parcel")).containsExactly(place);
    }

    @Test
    void deep_within_metadata() {
      assertThat(places(ticketWith("\"metadata\":{\"a\":[{\"b\":\"x\\u0000\"}]}")))
          .containsExactly("/metadata/a/0/b nul_character");
    }

    @Test
    void in_a_name_within_metadata() {
      assertThat(places(ticketWith("\"metadata\":{\"a\":{\"x\\u0000\":1}}")))
          .containsExactly("/metadata/a nul_character");
    }

    @Test
    void as_a_bare_byte_it_is_not_json() {
      assertThat(refusal(ticket("subject", "late\0parcel"))).returns(400, Problem::status);
    }
  }

  @Nested
  @DisplayName("H18: half of a surrogate pair is refused at its place, a whole pair passes")
  class H18HalfOfAnEmoji {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "broken \\ud83d",
          "\\ude00 first",
          "\\ud83d\\ud83d\\ude00",
          "\\ude00\\ud83d",
          "\\ud83dx\\ude00"
        })
    void a_half_is_refused(String text) {
      assertThat(places("body", text)).containsExactly("/body lone_surrogate");
      assertThat(places("subject", text)).containsExactly("/subject lone_surrogate");
      assertThat(places("customer_id", text)).containsExactly("/customer_id lone_surrogate");
      assertThat(places(ticketWith("\"metadata\":{\"m\":\"" + text + "\"}")))
          .containsExactly("/metadata/m lone_surrogate");
      assertThat(places(ticketWith("\"metadata\":{\"" + text + "\":1}")))
          .containsExactly("/metadata lone_surrogate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ok \\ud83d\\ude00", "ok \uD83D\uDE00"})
    void a_pair_passes(String text) {
      assertThat(read(ticket("body", text)).body()).isEqualTo("ok \uD83D\uDE00");
    }
  }

  @Nested
  @DisplayName("H20: a repeated member is refused at any depth")
  class H20DuplicateMembers {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"customer_id\":\"C-0022\",\"customer_id\":\"C-0003\",\"subject\":\"x\",\"body\":\"y\"}",
          "{\"subject\":\"x\",\"sub\\u006aect\":\"x\"}",
          "{\"metadata\":{\"a\":[{\"b\":1,\"b\":1}]}}",
          "{\"unknown\":1,\"unknown\":1}",
          "{\"a\":null,\"a\":null}"
        })
    void in_any_object(String json) {
      assertThat(refusal(json))
          .returns(400, Problem::status)
          .returns("duplicate_member", Problem::code);
    }

    @Test
    void the_same_name_in_two_objects_is_fine() {
      assertThat(read(ticketWith("\"metadata\":{\"body\":{\"body\":1},\"a\":{\"body\":1}}")))
          .isNotNull();
    }
  }

  @Nested
  @DisplayName("H22: a compressed body is answered 415 and never decoded")
  class H22CompressedRequest {

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "deflate", "GZIP", "identity, gzip", "x"})
    void any_encoding_is_refused_whatever_the_body_is(String encoding) throws IOException {
      for (byte[] body : List.of(bytes(TICKET), gzip(TICKET))) {
        assertThat(refusal(body, JSON, encoding, null))
            .returns(415, Problem::status)
            .returns("unsupported_encoding", Problem::code)
            .returns(Map.of("accept-encoding", "identity"), Problem::headers);
      }
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"identity", "Identity"})
    void identity_is_no_encoding(String encoding) {
      assertThat(reader.read(bytes(TICKET), JSON, encoding, null)).isEqualTo(read(TICKET));
    }

    @Test
    void compressed_bytes_without_the_header_are_unreadable() throws IOException {
      assertThat(refusal(gzip(TICKET), JSON, null, null)).returns(400, Problem::status);
    }

    private byte[] gzip(String text) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(bytes(text));
      }
      return out.toByteArray();
    }
  }

  @Nested
  @DisplayName("H23, Q29: a body above 256 kB is refused before it is parsed")
  class H23OversizedBody {

    private static final int LIMIT = 262_144;

    @Test
    void one_byte_too_many_is_413_even_when_it_is_no_json() {
      assertThat(refusal(new byte[LIMIT + 1], JSON, null, null))
          .returns(413, Problem::status)
          .returns("body_too_large", Problem::code);
    }

    @Test
    void a_body_of_exactly_the_limit_is_read() {
      String padded = TICKET + " ".repeat(LIMIT - TICKET.length());

      assertThat(read(padded)).isEqualTo(read(TICKET));
    }
  }

  @Nested
  @DisplayName("H24: depth, numbers and members have limits")
  class H24DeepAndLong {

    @Test
    void very_deep_nesting_is_unreadable() {
      assertThat(refusal("[".repeat(100_000))).returns(400, Problem::status);
      assertThat(refusal("{\"a\":".repeat(20_000))).returns(400, Problem::status);
    }

    @Test
    void twenty_levels_pass_and_one_more_does_not() {
      assertThat(read(ticketWith("\"metadata\":{\"a\":" + nested(18) + "}"))).isNotNull();
      assertThat(refusal(ticketWith("\"metadata\":{\"a\":" + nested(19) + "}")))
          .returns(400, Problem::status)
          .returns("unreadable_json", Problem::code);
    }

    private String nested(int levels) {
      return "[".repeat(levels) + "]".repeat(levels);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "-%s", "0.%s", "%s.5", "1e%s", "1.5E-%s"})
    void a_very_long_number_is_unreadable(String form) {
      String number = form.formatted("1".repeat(200_000));

      assertThat(refusal(ticketWith("\"metadata\":{\"n\":" + number + "}")))
          .returns(400, Problem::status)
          .returns("unreadable_json", Problem::code);
    }

    @Test
    void a_number_of_a_hundred_digits_passes() {
      assertThat(read(ticketWith("\"metadata\":{\"n\":" + "7".repeat(100) + "}"))).isNotNull();
    }

    @Test
    void ten_thousand_members_are_unreadable() {
      String many =
          IntStream.range(0, 10_000)
              .mapToObj(i -> "\"m" + i + "\":1")
              .collect(Collectors.joining(","));

      assertThat(refusal("{" + many + "}")).returns(400, Problem::status);
    }

    @Test
    void thousands_of_names_with_one_hash_code_are_refused_like_any_others() {
      String many =
          IntStream.range(0, 4_000)
              .mapToObj(
                  i -> Integer.toBinaryString(4_096 + i).replace("0", "Aa").replace("1", "BB"))
              .map(name -> "\"" + name + "\":1")
              .collect(Collectors.joining(","));

      assertThat(refusal("{" + many + "}").status()).isIn(400, 422);
    }

    @Test
    void the_richest_metadata_that_fit_into_their_bytes_are_read() {
      String list = "[" + "0,".repeat((4096 - 8) / 2 - 1) + "0]";

      assertThat(read(ticketWith("\"metadata\":{\"m\":" + list + "}")).metadataJson())
          .hasSizeGreaterThan(4090);
    }
  }

  @Nested
  @DisplayName("Q26: valid text is kept byte for byte")
  class Q26ValidTextSurvives {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66 family",
          "สวัสดีครับ ที่ร้าน",
          "שלום \u200Fעולם\u200E 123",
          "e\u0301 is not \u00e9",
          "typed: \\u0000 and \\ud83d",
          "  outer blanks \t\r\n kept \n ",
          "form feed \f, escape \u001b[31m, bell \u0007, vertical tab \u000b",
          "\uFEFF mark within, \uFFFD and \uFFFE",
          "<script>alert(1)</script> '; DROP TABLE tickets; --"
        })
    void in_raw_and_in_escaped_spelling(String text) throws IOException {
      assertThat(read(ticket("body", escaped(text, false))).body()).isEqualTo(text);
      assertThat(read(ticket("body", escaped(text, true))).body()).isEqualTo(text);
      String metadata =
          read(ticketWith("\"metadata\":{\"m\":\"" + escaped(text, true) + "\"}")).metadataJson();
      assertThat(new ObjectMapper().readTree(metadata).get("m").textValue()).isEqualTo(text);
    }

    private String escaped(String text, boolean all) {
      return text.chars()
          .mapToObj(
              c ->
                  all || c < 0x20 || c == '"' || c == '\\'
                      ? "\\u%04x".formatted(c)
                      : String.valueOf((char) c))
          .collect(Collectors.joining());
    }
  }

  private TicketRequest read(String json) {
    return reader.read(bytes(json), JSON, null, null);
  }

  private List<String> places(String field, String text) {
    return places(ticket(field, text));
  }

  /** Each error as its pointer and code. */
  private List<String> places(String json) {
    Problem problem = refusal(json);
    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.code()).isEqualTo("invalid_request");
    return problem.errors().stream().map(e -> e.pointer() + " " + e.code()).toList();
  }

  private Problem refusal(String json) {
    return refusal(bytes(json), JSON, null, null);
  }

  private Problem refusal(byte[] body, String type, String encoding, String query) {
    ProblemException refused =
        catchThrowableOfType(
            ProblemException.class, () -> reader.read(body, type, encoding, query));
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.problem().errors()).extracting(FieldError::detail).doesNotContainNull();
    return refused.problem();
  }

  /** A good ticket with this text, as JSON spells it, in one field. */
  private static String ticket(String field, String text) {
    Map<String, String> good = Map.of("customer_id", "C-1", "subject", "s", "body", "b");
    return good.keySet().stream()
        .map(name -> "\"" + name + "\":\"" + (name.equals(field) ? text : good.get(name)) + "\"")
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** A good ticket with one more member. */
  private static String ticketWith(String member) {
    return TICKET.substring(0, TICKET.length() - 1) + "," + member + "}";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
