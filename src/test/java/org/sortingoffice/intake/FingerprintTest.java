package org.sortingoffice.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

  private final Fingerprint fingerprint = new Fingerprint();
  private final StrictJson json = new StrictJson(IntakeLimits.defaults());

  /** Fingerprints are stored: the form below may only change together with the version. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{ \"b\" : \"é\\ud83d\\ude00\", \"a\" : [1.0, true, null] }|{\"a\":[1,true,null],\"b\":\"é\uD83D\uDE00\"}",
        "{\"a\":\"\\u0008\\u0009\\u000a\\u000c\\u000d\\u0022\\u005c\\/\"}|{\"a\":\"\\b\\t\\n\\f\\r\\\"\\\\/\"}",
        "{\"a\":\"\\u0001\\u001f\\u007f\\u2028\"}|{\"a\":\"\\u0001\\u001F\u007f\u2028\"}",
        "{\"n\":[100, 1.50, -0.0, 1e300]}|{\"n\":[1E+2,1.5,0,1E+300]}"
      })
  void is_the_sha_256_of_the_canonical_form_with_its_version(String json, String canonical) {
    assertThat(of(json)).isEqualTo("v1:" + sha256(canonical));
  }

  /** Jackson writes long texts in pieces; a piece that ends within a pair must not show. */
  @ParameterizedTest
  @ValueSource(strings = {"", "x"})
  void a_long_text_has_its_canonical_form_all_along(String start) {
    String text = start + "\uD83D\uDE00".repeat(19_999);

    assertThat(of("{\"a\":\"" + text + "\"}"))
        .isEqualTo("v1:" + sha256("{\"a\":\"" + text + "\"}"));
  }

  @Nested
  @DisplayName("H12, Q64: the same meaning in other bytes has the same fingerprint")
  class H12SameMeaning {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"body\":\"café / tea\",\"n\":1,\"customer_id\":\"C\"}",
          "{ \"n\" :1,\r\n\t\"body\" : \"café / tea\", \"customer_id\":\"C\" }",
          "{\"customer_id\":\"\\u0043\",\"body\":\"caf\\u00e9 \\/ tea\",\"n\":1}",
          "{\"customer_id\":\"C\",\"body\":\"caf\\u00E9 / tea\",\"\\u006e\":1.0}"
        })
    void order_blanks_escapes_and_zeros_do_not_count(String spelling) {
      assertThat(of(spelling))
          .isEqualTo(of("{\"customer_id\":\"C\",\"body\":\"café / tea\",\"n\":1}"));
    }

    @ParameterizedTest
    @CsvSource({
      "1,1.0",
      "1,1e0",
      "1,10e-1",
      "100,1e2",
      "100,1E+2",
      "100.0,1e2",
      "0,-0",
      "0,0.000",
      "0,0e300",
      "1.50,1.5",
      "9223372036854775808,9223372036854775808.0",
      "0.001,1e-3",
      "-10,-1e1",
      "4294967296,4294967296.00"
    })
    void numbers_count_by_their_value(String one, String other) {
      assertThat(of("{\"n\":" + one + "}")).isEqualTo(of("{\"n\":" + other + "}"));
    }
  }

  @Nested
  @DisplayName("H12, Q64: another meaning has another fingerprint")
  class H12OtherMeaning {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "{\"n\":1}|{\"n\":\"1\"}",
          "{\"n\":true}|{\"n\":\"true\"}",
          "{\"n\":null}|{\"n\":\"null\"}",
          "{\"n\":null}|{}",
          "{\"n\":0}|{\"n\":false}",
          "{\"n\":[1,2]}|{\"n\":[2,1]}",
          "{\"n\":[[1],2]}|{\"n\":[1,[2]]}",
          "{\"n\":{}}|{\"n\":[]}",
          "{\"n\":\"a \"}|{\"n\":\"a\"}",
          "{\"n\":\"A\"}|{\"n\":\"a\"}",
          "{\"n\":\"é\"}|{\"n\":\"e\\u0301\"}",
          "{\"n\":\"\\\\u00e9\"}|{\"n\":\"é\"}",
          "{\"a\":\"b\\\",\\\"c\\\":\\\"d\"}|{\"a\":\"b\",\"c\":\"d\"}",
          "{\"n\":12345678901234567890.1}|{\"n\":12345678901234567890.2}",
          "{\"n\":9007199254740993}|{\"n\":9007199254740992}"
        })
    void types_order_in_lists_case_and_every_digit_count(String one, String other) {
      assertThat(of(one)).isNotEqualTo(of(other));
    }
  }

  @Nested
  @DisplayName("For any tree whatever")
  class AnyTree {

    static LongStream seeds() {
      return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void another_spelling_never_changes_it(long seed) {
      Random random = new Random(seed);
      JsonNode tree = new Trees(random).object(4);
      String expected = fingerprint.of(tree);

      for (int i = 0; i < 5; i++) {
        String spelling = new Spelling(random).of(tree);
        assertThat(of(spelling)).as(spelling).isEqualTo(expected);
      }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_change_of_any_leaf_always_changes_it(long seed) {
      ObjectNode tree = new Trees(new Random(seed)).object(4);
      String before = fingerprint.of(tree);

      for (Leaf leaf : Leaf.all(tree)) {
        JsonNode kept = leaf.value();
        for (JsonNode other : Leaf.othersThan(kept)) {
          leaf.set(other);
          assertThat(fingerprint.of(tree)).as("%s for %s", other, kept).isNotEqualTo(before);
        }
        leaf.set(kept);
        assertThat(fingerprint.of(tree)).isEqualTo(before);
      }
    }
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private String of(String text) {
    FieldErrors errors = new FieldErrors();
    JsonNode tree = json.read(text.getBytes(StandardCharsets.UTF_8), errors);
    assertThat(errors.isEmpty()).as(() -> text + errors.problem().errors()).isTrue();
    return fingerprint.of(tree);
  }

  /** Makes random trees. */
  private record Trees(Random random) {

    private static final String ALPHABET = "aZ0 \"\\/\b\n\t\u0001\u007fé\u2028\uFFFDкש名";

    ObjectNode object(int depth) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      int size = 1 + random.nextInt(5);
      for (int i = 0; i < size; i++) {
        object.set(text() + i, value(depth - 1));
      }
      return object;
    }

    private JsonNode value(int depth) {
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      return switch (random.nextInt(depth > 0 ? 8 : 6)) {
        case 0 -> nodes.textNode(text());
        case 1 -> nodes.numberNode(random.nextInt(2000) - 1000);
        case 2 -> nodes.numberNode(BigDecimal.valueOf(random.nextLong(), random.nextInt(30) - 10));
        case 3 -> nodes.numberNode(BigDecimal.valueOf(random.nextInt(20) * 100L, 2));
        case 4 -> nodes.booleanNode(random.nextBoolean());
        case 5 -> nodes.nullNode();
        case 6 -> object(depth);
        default -> {
          ArrayNode array = nodes.arrayNode();
          int size = random.nextInt(4);
          for (int i = 0; i < size; i++) {
            array.add(value(depth - 1));
          }
          yield array;
        }
      };
    }

    private String text() {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(8);
      for (int i = 0; i < length; i++) {
        int pick = random.nextInt(ALPHABET.length() + 1);
        text.append(pick < ALPHABET.length() ? ALPHABET.substring(pick, pick + 1) : "\uD83D\uDE00");
      }
      return text.toString();
    }
  }

  /** Spells a tree in one of its many ways: order, blanks, escapes, zeros. */
  private record Spelling(Random random) {

    String of(JsonNode node) {
      return blank() + bare(node) + blank();
    }

    private String bare(JsonNode node) {
      if (node.isObject()) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(node.properties());
        Collections.shuffle(members, random);
        return "{"
            + String.join(
                ",",
                members.stream()
                    .map(m -> blank() + text(m.getKey()) + blank() + ":" + of(m.getValue()))
                    .toList())
            + "}";
      }
      if (node.isArray()) {
        List<String> elements = new ArrayList<>();
        node.forEach(element -> elements.add(of(element)));
        return "[" + String.join(",", elements) + "]";
      }
      if (node.isTextual()) {
        return text(node.textValue());
      }
      return node.isNumber() ? number(node.decimalValue()) : node.toString();
    }

    private String number(BigDecimal number) {
      return switch (random.nextInt(4)) {
        case 0 -> number.toString();
        case 1 -> number.toPlainString();
        case 2 -> number.setScale(Math.max(number.scale(), 0) + 2).toString();
        default -> number.unscaledValue() + (random.nextBoolean() ? "e" : "E") + -number.scale();
      };
    }

    private String text(String text) {
      StringBuilder spelled = new StringBuilder("\"");
      text.codePoints().forEach(character -> spelled.append(character(character)));
      return spelled.append('"').toString();
    }

    /** A pair of surrogates is escaped as a whole or not at all: half of it is no character. */
    private String character(int character) {
      int named = "\"\\/\b\f\n\r\t".indexOf(character);
      if (named >= 0 && random.nextBoolean()) {
        return "\\" + "\"\\/bfnrt".charAt(named);
      }
      String itself = Character.toString(character);
      if (character < 0x20 || character == '"' || character == '\\' || random.nextInt(3) == 0) {
        String form = random.nextBoolean() ? "\\u%04x" : "\\u%04X";
        return itself.chars().mapToObj(form::formatted).collect(Collectors.joining());
      }
      return itself;
    }

    private String blank() {
      return List.of("", "", " ", "\n", "\t", "\r\n  ").get(random.nextInt(6));
    }
  }

  /** A value within a tree that can be put in place of another. */
  private record Leaf(JsonNode parent, Object key) {

    static List<Leaf> all(JsonNode tree) {
      List<Leaf> leaves = new ArrayList<>();
      if (tree.isObject()) {
        tree.fieldNames().forEachRemaining(name -> leaves.add(new Leaf(tree, name)));
      }
      for (int i = 0; tree.isArray() && i < tree.size(); i++) {
        leaves.add(new Leaf(tree, i));
      }
      for (Leaf leaf : List.copyOf(leaves)) {
        leaves.addAll(all(leaf.value()));
      }
      return leaves;
    }

    static List<JsonNode> othersThan(JsonNode value) {
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      List<JsonNode> others = new ArrayList<>();
      others.add(nodes.arrayNode().add(value.deepCopy()));
      others.add(nodes.textNode(value.isTextual() ? value.textValue() + " " : value.toString()));
      if (value.isNumber()) {
        others.add(nodes.numberNode(value.decimalValue().add(value.decimalValue().ulp())));
      }
      if (value.isBoolean()) {
        others.add(nodes.booleanNode(!value.booleanValue()));
      }
      others.add(value.isNull() ? nodes.booleanNode(false) : nodes.nullNode());
      return others;
    }

    JsonNode value() {
      return key instanceof Integer index ? parent.get(index) : parent.get((String) key);
    }

    void set(JsonNode value) {
      if (key instanceof Integer index) {
        ((ArrayNode) parent).set(index, value);
      } else {
        ((ObjectNode) parent).set((String) key, value);
      }
    }
  }
}
