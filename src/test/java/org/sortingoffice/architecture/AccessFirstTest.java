package org.sortingoffice.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No route that serves HTTP can be written without saying who may use it. */
class AccessFirstTest {
  /**
   * Whether the process lives is for everybody; signing in is how a browser gets its key across.
   */
  private static final Set<String> FOR_EVERYBODY =
      Set.of("/health/live", "/health/ready", "/health/started", "/console/sign-in");

  static List<Path> routes() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("routes"))) {
      return all.filter(file -> file.toString().endsWith(".camel.yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("routes")
  void everyRouteThatServesHttpBeginsWithAccess(Path file) throws IOException {
    for (JsonNode element : new ObjectMapper(new YAMLFactory()).readTree(file.toFile())) {
      JsonNode from = element.at("/route/from");
      String uri = from.path("uri").asText();
      if (uri.startsWith("platform-http:")
          && !FOR_EVERYBODY.contains(uri.substring("platform-http:".length()))) {
        JsonNode first = from.at("/steps/0/bean");
        assertThat(first.path("ref").asText()).as("the first step of %s", uri).isEqualTo("access");
        String method = from.at("/parameters/httpMethodRestrict").asText();
        if (!method.equals("GET")) {
          assertThat(first.path("method").asText()).as(uri).matches(".*Write|known");
        }
      }
    }
  }
}
