package org.sortingoffice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client has, by RFC 9110, section 13.1.2. */
class EntityTagsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\"",
        "W/\"a\"",
        "\"b\",\"a\"",
        "\"b\" , W/\"a\" ,\"c\"",
        "\"x,y\",\"a\"",
        ", ,\"a\"",
        "*",
        " * "
      })
  void aTagIsFoundInAList(String line) {
    assertThat(EntityTags.read(line).match("a")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "\"b\"",
        "\"a",
        "w/\"a\"",
        "\"A\"",
        "\"b,a\"",
        "\"b\"\"a\"",
        "x \"a\"",
        "\"*\""
      })
  void whatIsNotThisTagOrNoTagAtAllIsNot(String line) {
    assertThat(EntityTags.read(line).match("a")).isFalse();
    assertThat(EntityTags.read(line).matchAny()).isFalse();
  }

  @Test
  void linesAreOneList() {
    EntityTags tags = EntityTags.read(List.of("\"a\"", "W/\"b\""));

    assertThat(tags.match("a")).isTrue();
    assertThat(tags.match("b")).isTrue();
    assertThat(tags.isEmpty()).isFalse();
    assertThat(EntityTags.read(null).isEmpty()).isTrue();
    assertThat(EntityTags.read(List.of()).isEmpty()).isTrue();
  }
}
