package org.sortingoffice.testing;

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
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** docs/api/openapi.yaml, to be held against what is so. */
public final class OpenApiDocument {
  private static final Path FILE = Path.of("docs/api/openapi.yaml");
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  /** What the description says of every answer, or what HTTP itself says with it. */
  private static final Set<String> HEADERS_OF_EVERY_ANSWER =
      Set.of(
          "content-type",
          "content-length",
          "transfer-encoding",
          "connection",
          "cache-control",
          "x-content-type-options");

  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final ObjectMapper json = new ObjectMapper();

  /** By the node of the document, which is never changed. */
  private final Map<JsonNode, Schema> compiled =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private final ObjectNode document;

  private OpenApiDocument(ObjectNode document) {
    this.document = document;
  }

  public static OpenApiDocument read() {
    try {
      return new OpenApiDocument(
          (ObjectNode) new ObjectMapper(new YAMLFactory()).readTree(FILE.toFile()));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  public JsonNode root() {
    return document;
  }

  /** Each as {@code GET /v1/jobs/{id}}. */
  public Set<String> operations() {
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
  public JsonNode operation(String methodAndPath) {
    String[] parts = methodAndPath.split(" ");
    JsonNode operation =
        document.path("paths").path(parts[1]).path(parts[0].toLowerCase(Locale.ROOT));
    assertThat(operation.isObject()).as("%s is described", methodAndPath).isTrue();
    return operation;
  }

  /** What the document says of this status, with its reference followed. */
  public JsonNode response(String methodAndPath, int status) {
    JsonNode response =
        resolved(operation(methodAndPath).path("responses").path(String.valueOf(status)));
    assertThat(response.isObject()).as("%s may answer %d", methodAndPath, status).isTrue();
    return response;
  }

  public JsonNode resolved(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.isEmpty() ? node : document.at(reference.substring(1));
  }

  /** Asserts that an answer is one of those that the document describes, and nothing more. */
  public void assertDescribed(String methodAndPath, HttpResponse<String> answer) {
    JsonNode response = response(methodAndPath, answer.statusCode());
    String what = methodAndPath + " " + answer.statusCode();
    assertBody(what, response.path("content"), answer);
    boolean page = contentType(answer).startsWith("text/html");
    if (!page) {
      assertThat(answer.headers().map().keySet())
          .as("%s: headers", what)
          .allMatch(
              name ->
                  HEADERS_OF_EVERY_ANSWER.contains(name.toLowerCase(Locale.ROOT))
                      || response.path("headers").properties().stream()
                          .anyMatch(known -> known.getKey().equalsIgnoreCase(name)));
    }
    for (Map.Entry<String, JsonNode> entry : response.path("headers").properties()) {
      JsonNode header = resolved(entry.getValue());
      Optional<String> value = answer.headers().firstValue(entry.getKey());
      assertThat(value.isPresent() || !header.path("required").asBoolean())
          .as("%s has %s", what, entry.getKey())
          .isTrue();
      value.ifPresent(
          text -> assertHeader(what + " " + entry.getKey(), header.path("schema"), text));
    }
  }

  private void assertBody(String what, JsonNode contents, HttpResponse<String> answer) {
    String type = contentType(answer);
    if (contents.isMissingNode()) {
      assertThat(answer.body()).as("%s has no body", what).isEmpty();
      assertThat(type).as("%s has no body", what).isEqualTo("none");
      return;
    }
    JsonNode content = contents.path(type.split(";")[0]);
    assertThat(content.isObject()).as("%s may be of the type %s", what, type).isTrue();
    if (type.endsWith("json")) {
      assertValid(what, content.path("schema"), parsed(answer.body()));
    }
  }

  private static String contentType(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("none");
  }

  /**
   * Asserts that the document knows this request and its answer. What was accepted must be what the
   * document allows; what is at no address of it must be refused as it says.
   */
  public void assertKnown(HttpRequest request, HttpResponse<String> answer) {
    String path = request.uri().getRawPath();
    Optional<String> operation = operationAt(request.method(), path);
    if (operation.isPresent()) {
      assertDescribed(operation.get(), answer);
      if (answer.statusCode() < 300) {
        assertAllowed(operation.get(), request);
      }
      return;
    }
    boolean otherMethod = operations().stream().anyMatch(known -> isAt(path, pathOf(known)));
    JsonNode refusal =
        document.at("/components/responses/" + (otherMethod ? "MethodNotAllowed" : "NotFound"));
    String what = request.method() + " " + path;
    assertThat(answer.statusCode()).as(what).isGreaterThanOrEqualTo(400);
    if (answer.statusCode() == (otherMethod ? 405 : 404)) {
      assertBody(what, refusal.path("content"), answer);
    } else {
      assertValid(what, document.at("/components/schemas/Problem"), parsed(answer.body()));
    }
    assertThat(answer.headers().firstValue("Allow").isPresent())
        .as("%s: Allow", what)
        .isEqualTo(answer.statusCode() == 405);
  }

  /** The operation at this path, named as in {@link #operations()}. */
  private Optional<String> operationAt(String method, String path) {
    // An address without a parameter comes before one with.
    return operations().stream()
        .filter(known -> known.startsWith(method + " ") && isAt(path, pathOf(known)))
        .min(Comparator.comparing(known -> known.contains("{")));
  }

  private static String pathOf(String operation) {
    return operation.substring(operation.indexOf(' ') + 1);
  }

  private static boolean isAt(String path, String template) {
    return path.matches(
        Arrays.stream(template.split("(?=\\{)|(?<=})"))
            .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
            .collect(Collectors.joining()));
  }

  private void assertAllowed(String operation, HttpRequest request) {
    String query = request.uri().getRawQuery();
    Set<String> known = new TreeSet<>();
    operation(operation)
        .path("parameters")
        .forEach(
            each -> {
              JsonNode parameter = resolved(each);
              if (parameter.path("in").asText().equals("query")) {
                known.add(parameter.path("name").asText());
              }
            });
    boolean looksAtItsQuery = !known.isEmpty();
    if (query != null && looksAtItsQuery) {
      for (String parameter : query.split("&")) {
        assertThat(known).as("%s took %s", operation, parameter).contains(parameter.split("=")[0]);
      }
    }
    JsonNode schema = operation(operation).at("/requestBody/content/application~1json/schema");
    request
        .bodyPublisher()
        .filter(
            publisher ->
                publisher.contentLength() > 0
                    && schema.isObject()
                    && request.headers().firstValue("Content-Type").orElse("").contains("json"))
        .ifPresent(
            publisher ->
                assertValid(operation + " took", schema, parsed(SentBody.textOf(publisher))));
  }

  private void assertHeader(String what, JsonNode schema, String value) {
    boolean number = schema.path("type").asText().equals("integer");
    assertValid(
        what, schema, number ? json.valueToTree(Long.valueOf(value)) : json.valueToTree(value));
  }

  /** Asserts that a value is of this schema and has no member that the schema does not name. */
  public void assertValid(String what, JsonNode schema, JsonNode value) {
    Schema closed = compiled.computeIfAbsent(schema, this::compile);
    assertThat(closed.validate(value)).as("%s: %s", what, value).isEmpty();
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = document.objectNode();
    whole.putArray("allOf").add(schema);
    whole.set("$defs", document.path("components").path("schemas"));
    JsonNode alone = parsed(whole.toString().replace("#/components/schemas/", "#/$defs/"));
    alone.path("$defs").forEach(OpenApiDocument::close);
    return schemas.getSchema(alone);
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
