package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.OpenApiDocument;

/** The published description of the API says of each operation which roles the route asks for. */
class OpenApiSecurityTest {
  private static final Map<String, Set<String>> ROLES_OF_METHOD =
      Map.of(
          "ticketWrite", Set.of("ticket:write"),
          "ticketRead", Set.of("ticket:write", "ops:read"),
          "everybody", Set.of(),
          "opsRead", Set.of("ops:read"),
          "metricsRead", Set.of("ops:read"),
          "opsWrite", Set.of("ops:write"));

  @Test
  void everyOperationNamesTheRolesThatItsRouteAsksFor() throws IOException {
    OpenApiDocument document = OpenApiDocument.read();
    Map<String, Set<String>> described = new TreeMap<>();
    Map<String, Set<String>> asked = rolesOfRoutes();
    for (String operation : document.operations()) {
      Set<String> roles = new TreeSet<>();
      for (JsonNode way : document.operation(operation).path("security")) {
        way.path("key").forEach(role -> roles.add(role.asText()));
      }
      described.put(operation, roles);
    }

    assertThat(described).isEqualTo(asked);
  }

  @Test
  void everyOperationThatAsksForARoleSaysHowItRefuses() throws IOException {
    OpenApiDocument document = OpenApiDocument.read();
    rolesOfRoutes()
        .forEach(
            (operation, roles) ->
                assertThat(
                        document.operation(operation).path("responses").has("401")
                            && document.operation(operation).path("responses").has("403"))
                    .as(operation)
                    .isEqualTo(!roles.isEmpty()));
  }

  private static Map<String, Set<String>> rolesOfRoutes() throws IOException {
    Map<String, Set<String>> roles = new TreeMap<>();
    try (Stream<Path> files =
        Stream.concat(Files.list(Path.of("routes/api")), Files.list(Path.of("routes/http")))) {
      for (Path file : files.toList()) {
        for (JsonNode element : new ObjectMapper(new YAMLFactory()).readTree(file.toFile())) {
          JsonNode from = element.at("/route/from");
          String uri = from.path("uri").asText();
          if (uri.startsWith("platform-http:")) {
            String operation =
                from.at("/parameters/httpMethodRestrict").asText()
                    + " "
                    + uri.substring("platform-http:".length());
            String method = from.at("/steps/0/bean/method").asText();
            roles.put(operation, new TreeSet<>(ROLES_OF_METHOD.getOrDefault(method, Set.of())));
          }
        }
      }
    }
    return roles;
  }
}
