package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** docs/api/openapi.yaml, to be held against what is so. */
final class OpenApiDocument {
  private static final Path FILE = Path.of("docs/api/openapi.yaml");
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final ObjectNode document;

  private OpenApiDocument(ObjectNode document) {
    this.document = document;
  }

  static OpenApiDocument read() throws IOException {
    return new OpenApiDocument(
        (ObjectNode) new ObjectMapper(new YAMLFactory()).readTree(FILE.toFile()));
  }

  JsonNode root() {
    return document;
  }

  /** Each as {@code GET /v1/jobs/{id}}. */
  Set<String> operations() {
    Set<String> operations = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          operations.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        }
      }
    }
    return operations;
  }

  /** The operation named as in {@link #operations()}. */
  JsonNode operation(String methodAndPath) {
    String[] parts = methodAndPath.split(" ");
    JsonNode operation =
        document.path("paths").path(parts[1]).path(parts[0].toLowerCase(Locale.ROOT));
    assertThat(operation.isObject()).as("%s is described", methodAndPath).isTrue();
    return operation;
  }

  /** What the document says of this status, with its reference followed. */
  JsonNode response(String methodAndPath, int status) {
    JsonNode response =
        resolved(operation(methodAndPath).path("responses").path(String.valueOf(status)));
    assertThat(response.isObject()).as("%s may answer %d", methodAndPath, status).isTrue();
    return response;
  }

  JsonNode resolved(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.isEmpty() ? node : document.at(reference.substring(1));
  }

  /** Asserts that an answer is one of those that the document describes, and nothing more. */
  void assertDescribed(String methodAndPath, HttpResponse<String> answer, JsonNode body) {
    JsonNode response = response(methodAndPath, answer.statusCode());
    String type = answer.headers().firstValue("Content-Type").orElse("none");
    JsonNode content = response.path("content").path(type);
    assertThat(content.isObject()).as("%s may answer %s", methodAndPath, type).isTrue();
    assertValid(methodAndPath, content.path("schema"), body);
    for (Map.Entry<String, JsonNode> header : response.path("headers").properties()) {
      JsonNode schema = resolved(header.getValue()).path("schema");
      answer
          .headers()
          .firstValue(header.getKey())
          .ifPresent(value -> assertHeader(methodAndPath + " " + header.getKey(), schema, value));
    }
  }

  private void assertHeader(String what, JsonNode schema, String value) {
    ObjectMapper json = new ObjectMapper();
    boolean number = schema.path("type").asText().equals("integer");
    assertValid(
        what, schema, number ? json.valueToTree(Long.valueOf(value)) : json.valueToTree(value));
  }

  /** Asserts that a value is of this schema and has no member that the schema does not name. */
  void assertValid(String what, JsonNode schema, JsonNode value) {
    ObjectNode whole = document.objectNode();
    whole.putArray("allOf").add(schema);
    whole.set("$defs", document.path("components").path("schemas"));
    JsonNode alone = parsed(whole.toString().replace("#/components/schemas/", "#/$defs/"));
    alone.path("$defs").forEach(OpenApiDocument::close);
    Schema closed = schemas.getSchema(alone);
    assertThat(closed.validate(value)).as("%s: %s", what, value).isEmpty();
  }

  private static JsonNode parsed(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A client may meet members that it does not know; a document that does not know one is wrong.
   */
  private static void close(JsonNode schema) {
    if (schema instanceof ObjectNode object
        && object.has("properties")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(OpenApiDocument::close);
  }
}
