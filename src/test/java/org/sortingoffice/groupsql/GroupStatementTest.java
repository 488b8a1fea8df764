package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.groupsql.GroupStatement.Parameter;

class GroupStatementTest {
  @Test
  void parametersBecomeQuestionMarksAndKeepTheirCasts() {
    GroupStatement read =
        GroupStatement.read(
            "s",
            "select :#${variable.job.id}::bigint[], :#$simple{body[a]} :: double precision [],\n"
                + " :#${properties:lease.seconds}::numeric(14, 9)");

    assertThat(read.sql())
        .isEqualTo("select ?::bigint[], ? :: double precision [],\n ?::numeric(14, 9)");
    assertThat(read.parameters())
        .containsExactly(
            new Parameter("${variable.job.id}", true, ElementType.BIGINT),
            new Parameter("${body[a]}", true, ElementType.TEXT),
            new Parameter("${properties:lease.seconds}", false, ElementType.TEXT));
  }

  @Test
  void aParameterMayHoldBraces() {
    assertThat(
            GroupStatement.read("s", "select :#${bean:b?method=of(${body})}::text[]").parameters())
        .containsExactly(new Parameter("${bean:b?method=of(${body})}", true, ElementType.TEXT));
  }

  @Test
  void commentsGoAndWhatOnlyLooksLikeOneStays() {
    assertThat(
            GroupStatement.read(
                    "s",
                    "-- about :#name ?\nselect '-- no, ''?'' :#x', \"?--\", $x$ ? -- :#y $x$ -- yes\n"
                        + "/* ? */, a->>'b', c #>> '{d}', :#${body}::text[]")
                .sql())
        .isEqualTo(
            "select '-- no, ''?'' :#x', \"?--\", $x$ ? -- :#y $x$\n , a->>'b', c #>> '{d}', ?::text[]");
  }

  @Test
  void theOperatorWithAQuestionMarkIsWrittenTwice() {
    assertThat(GroupStatement.read("s", "select a ?? 'b', :#${body}::text[]").sql())
        .isEqualTo("select a ?? 'b', ?::text[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select :#name::text[] | :#${variable.name}",
        "select :#in:names::text[] | looked up in headers",
        "select :#${body} | not followed by its type",
        "select :#${body}::text | cast to a single value",
        "select :#${header.a}::text, :#${body}::text[] | cast to a single value",
        "select 1 | no parameter with a value for each row",
        "select :#${properties:a}::int | no parameter with a value for each row",
        "select a ? 'b', :#${body}::text[] | must be written ??",
        "select :#${body::text[] | no closing brace",
        "select :#${body}::text[], 'open | has no end",
        "select :#${body}::text[] /* open | has no end",
      })
  void whatCannotBeUsedIsRefusedWithTheReason(String sql, String reason) {
    assertThatThrownBy(() -> GroupStatement.read("sql/a.sql", sql))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The statement sql/a.sql cannot be used: ")
        .hasMessageContaining(reason);
  }
}
