package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.database.TestDatabase;

/**
 * Values arrive as they are, whichever way they take, and what cannot be sent as it is goes as
 * text.
 */
class ElementTypeTest {
  private static final DataSource DATABASE =
      TestDatabase.dataSource(TestDatabase.fresh("element_types"));
  private final ElementText text = new ElementText(new DefaultCamelContext().getTypeConverter());

  @ParameterizedTest
  @CsvSource({
    "bigint, BIGINT", "INT8, BIGINT", "int, INTEGER", "integer, INTEGER", "int4, INTEGER",
        "bool, BOOLEAN",
    "boolean, BOOLEAN", "bytea, BYTES", "text, TEXT", "jsonb, TEXT", "smallint, TEXT",
        "numeric, TEXT",
    "timestamp, TEXT", "uuid, TEXT",
  })
  void theCastSaysHowAnArrayIsSent(String cast, ElementType type) {
    assertThat(ElementType.ofCast(cast)).isEqualTo(type);
  }

  @Test
  void bytesNumbersAndTruthsArriveAsTheyAre() throws SQLException {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    assertThat(sent("bigint", Long.MIN_VALUE, null, 7, (short) -1))
        .containsExactly("-9223372036854775808", null, "7", "-1");
    assertThat(sent("int", 1, null, (short) 2)).containsExactly("1", null, "2");
    assertThat(sent("boolean", true, null, false)).containsExactly("true", null, "false");
    assertThat(sent("bytea", all, new byte[0], null))
        .containsExactly("\\x" + java.util.HexFormat.of().formatHex(all), "\\x", null);
  }

  @Test
  void whateverATextHoldsItArrives() throws SQLException {
    String[] texts = {
      "",
      "NULL",
      "null",
      "{a,b}",
      "\"",
      "\\",
      "a\"b\\c,d",
      "\n\t ",
      "ä€😀",
      null,
      "x".repeat(100_000)
    };

    assertThat(sent("text", (Object[]) texts)).containsExactly(texts);
  }

  @Test
  void otherTypesAreReadFromTheirText() throws SQLException {
    assertThat(sent("numeric(14,9)", new BigDecimal("0.000000001"), 3, null))
        .containsExactly("0.000000001", "3.000000000", null);
    assertThat(sent("jsonb", "{\"a\": \"\\\\\\\"\"}", "[1,2]", null))
        .containsExactly("{\"a\": \"\\\\\\\"\"}", "[1, 2]", null);
    assertThat(sent("smallint", 3, (short) 4)).containsExactly("3", "4");
    assertThat(sent("text", List.of("a\"", "b\\"), new int[] {1, 2}))
        .containsExactly("{\"a\\\"\",\"b\\\\\"}", "{1,2}");
  }

  @Test
  void aBatchWithOneValueOfAnotherTypeGoesAsText() throws SQLException {
    assertThat(sent("bigint", 1L, "2", new BigDecimal("3"))).containsExactly("1", "2", "3");
    assertThat(sent("boolean", true, "no")).containsExactly("true", "false");
    assertThat(sent("bytea", new byte[] {1}, "\\x02")).containsExactly("\\x01", "\\x02");
  }

  @Test
  void aNumberThatDoesNotFitIsLeftToTheServer() {
    assertThat(ElementType.INTEGER.exact(1L << 40)).isNull();
    assertThat(ElementType.BIGINT.exact(1.5)).isNull();
    assertThat(ElementType.INTEGER.element(1L << 40, text)).isEqualTo("1099511627776");
  }

  /** What the server makes of the values, as texts. */
  private List<String> sent(String cast, Object... values) throws SQLException {
    ElementType type = ElementType.ofCast(cast);
    List<ParameterRow> rows =
        Arrays.stream(values)
            .map(value -> ParameterRow.of(Arrays.asList(type.element(value, text))))
            .toList();
    try (Connection connection = DATABASE.getConnection();
        PreparedStatement ask = connection.prepareStatement("select (?::" + cast + "[])::text[]")) {
      ask.setArray(1, type.array(connection, rows, 0, text));
      try (ResultSet answer = ask.executeQuery()) {
        answer.next();
        return Arrays.asList((String[]) answer.getArray(1).getArray());
      }
    }
  }
}
