package org.sortingoffice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of kamelets in docs/integrators.md says what the kamelets say of themselves. */
class KameletsInDocsTest {
  private static final Path FOLDER = Path.of("routes/kamelets");

  @Test
  void theTableHasARowForEachParameterAndNoOther() throws IOException {
    Set<String> rows = new TreeSet<>();
    for (JsonNode kamelet : kamelets()) {
      rows.addAll(rowsOf(kamelet));
    }
    List<String> table =
        Files.readAllLines(Path.of("docs/integrators.md")).stream()
            .filter(line -> rows.stream().anyMatch(row -> start(row).equals(start(line))))
            .toList();

    assertThat(table).containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void eachKameletAndEachParameterHasATitleAndADescription() throws IOException {
    for (JsonNode kamelet : kamelets()) {
      JsonNode definition = kamelet.at("/spec/definition");
      assertThat(definition.path("title").asText()).isNotBlank();
      assertThat(definition.path("description").asText()).isNotBlank();
      for (Map.Entry<String, JsonNode> property : definition.path("properties").properties()) {
        assertThat(property.getValue().path("title").asText()).as(property.getKey()).isNotBlank();
        assertThat(property.getValue().path("description").asText())
            .as(property.getKey())
            .isNotBlank();
        assertThat(property.getValue().path("type").asText())
            .isIn("string", "number", "integer", "boolean");
        assertThat(property.getValue().has("default"))
            .as("%s is either required or has a default", property.getKey())
            .isNotEqualTo(isRequired(definition, property.getKey()));
      }
    }
  }

  private static Set<String> rowsOf(JsonNode kamelet) {
    JsonNode definition = kamelet.at("/spec/definition");
    String name = kamelet.at("/metadata/name").asText();
    String title = definition.path("title").asText();
    if (definition.path("properties").isEmpty()) {
      return Set.of("| `%s`: %s | | | |".formatted(name, title));
    }
    return definition.path("properties").properties().stream()
        .map(
            property ->
                "| `%s`: %s | `%s` | %s | %s |"
                    .formatted(
                        name,
                        title,
                        property.getKey(),
                        isRequired(definition, property.getKey())
                            ? "must be given"
                            : "`" + property.getValue().path("default").asText() + "`",
                        property.getValue().path("description").asText()))
        .collect(Collectors.toSet());
  }

  private static boolean isRequired(JsonNode definition, String property) {
    for (JsonNode required : definition.path("required")) {
      if (required.asText().equals(property)) {
        return true;
      }
    }
    return false;
  }

  /** Which kamelet a row is about. */
  private static String start(String row) {
    return row.replaceFirst("`:.*", "");
  }

  private static List<JsonNode> kamelets() throws IOException {
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<JsonNode> kamelets = new java.util.ArrayList<>();
      for (Path file : files.sorted().toList()) {
        kamelets.add(yaml.readTree(file.toFile()));
      }
      assertThat(kamelets).isNotEmpty();
      return kamelets;
    }
  }
}
