package org.sortingoffice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents say about settings is true. */
class SettingsInDocsTest {
  private static final Pattern SETTING = Pattern.compile("(?m)^([a-z][a-z.]+) =");
  private static final Pattern VARIABLE = Pattern.compile("`([A-Z]+(?:_[A-Z]+)+)`");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/operations.md",
        "docs/integrators.md",
        "docs/providers.md",
        "docs/security.md"
      })
  void everyVariableThatADocumentNamesIsASetting(String document) throws IOException {
    Set<String> known =
        settings().stream()
            .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_'))
            .collect(Collectors.toSet());
    Matcher named = VARIABLE.matcher(Files.readString(Path.of(document)));
    while (named.find()) {
      assertThat(known).contains(named.group(1));
    }
  }

  @Test
  void everySettingHasALineOfComment() throws IOException {
    String before = "";
    for (String line : Files.readAllLines(Path.of("application.properties"))) {
      if (SETTING.matcher(line).find() && !line.startsWith("camel.")) {
        assertThat(before).as("what stands above %s", line).matches("#.*|[a-z.]+ =.*");
      }
      before = line;
    }
  }

  private static List<String> settings() throws IOException {
    return SETTING
        .matcher(Files.readString(Path.of("application.properties")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
