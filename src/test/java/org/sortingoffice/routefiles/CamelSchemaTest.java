package org.sortingoffice.routefiles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.docs.Guide;

/**
 * Every route file is valid by Camel's own schema of its YAML, in the canonical form that Kaoto
 * draws. Camel 4.18 publishes the schema of all forms only; the canonical one is made of it here by
 * taking the short forms out: a text where there could be an object, and a language where there
 * could be {@code expression}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CamelSchemaTest {
  private static final String EXPRESSION =
      "#/items/definitions/org.apache.camel.model.language.ExpressionDefinition";

  private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
  private Schema all;
  private Schema canonical;

  @BeforeAll
  void schemas() throws IOException {
    try (InputStream file =
        getClass().getClassLoader().getResourceAsStream("schema/camelYamlDsl.json")) {
      JsonNode schema = new ObjectMapper().readTree(file);
      SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_4);
      all = registry.getSchema(schema);
      canonical = registry.getSchema(withoutShortForms(schema.deepCopy()));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileIsValidInCanonicalForm(Path file) throws IOException {
    assertThat(faults(canonical, routesIn(yaml.readTree(file.toFile())))).isEmpty();
  }

  /** What the Camel CLI does first: without any of our beans. */
  @ParameterizedTest
  @MethodSource("routeFiles")
  void camelsOwnLoaderReadsAFile(Path file) throws Exception {
    try (CamelContext context = new DefaultCamelContext()) {
      context.getPropertiesComponent().setLocation("file:application.properties");
      PluginHelper.getRoutesLoader(context)
          .loadRoutes(ResourceHelper.resolveMandatoryResource(context, "file:" + file));
    }
  }

  @Test
  void soIsTheFileOfTheGuide() throws IOException {
    assertThat(faults(canonical, yaml.readTree(new Guide().yaml()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- to: direct:y",
        "- setBody: {id: s, simple: hm}",
        "- setBody: {id: s, expression: {simple: hm}}",
        "- removeHeaders: {id: s, pattern: '*'}\n- log: hm"
      })
  void shortFormsAreValidCamelButNotCanonical(String steps) throws IOException {
    String route =
        "- route: {id: x, from: {uri: 'direct:x', steps: [%s]}}"
            .formatted(
                steps
                    .lines()
                    .map(line -> "{" + line.substring(2) + "}")
                    .reduce((one, other) -> one + ", " + other)
                    .orElseThrow());

    assertThat(faults(all, yaml.readTree(route))).isEmpty();
    assertThat(faults(canonical, yaml.readTree(route))).isNotEmpty();
  }

  static List<Path> routeFiles() throws IOException {
    return files().stream().filter(file -> !file.startsWith("bench")).toList();
  }

  static List<Path> files() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : List.of("routes", "simulator", "bench/routes")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(found::add);
      }
    }
    return found;
  }

  /** The template of a kamelet is a route, too. */
  private ArrayNode routesIn(JsonNode file) {
    if (file.isArray()) {
      return (ArrayNode) file;
    }
    ArrayNode routes = yaml.createArrayNode();
    ObjectNode route = routes.addObject().putObject("route");
    route.put("id", file.at("/metadata/name").asText());
    route.set("from", file.at("/spec/template/from"));
    return routes;
  }

  private static List<String> faults(Schema schema, JsonNode file) {
    return schema.validate(file).stream().map(Object::toString).toList();
  }

  private static JsonNode withoutShortForms(JsonNode node) {
    if (node.path("oneOf") instanceof ArrayNode forms) {
      boolean objectToo = false;
      for (JsonNode form : forms) {
        objectToo |= form.path("type").asText().equals("object");
      }
      for (Iterator<JsonNode> each = forms.iterator(); objectToo && each.hasNext(); ) {
        JsonNode form = each.next();
        boolean isText = form.size() == 1 && form.path("type").asText().equals("string");
        if (isText || form.path("$ref").asText().equals(EXPRESSION)) {
          each.remove();
        }
      }
    }
    node.forEach(CamelSchemaTest::withoutShortForms);
    return node;
  }
}
