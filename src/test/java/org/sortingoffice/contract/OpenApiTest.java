package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.http.Problems;
import org.sortingoffice.intake.IntakeLimits;
import org.sortingoffice.testing.OpenApiDocument;
import org.sortingoffice.testing.RunningOffice;

/** The published description of the API is true: of its addresses, limits, answers, examples. */
class OpenApiTest {
  private static OpenApiDocument document;

  @BeforeAll
  static void read() throws IOException {
    document = OpenApiDocument.read();
  }

  @Test
  void everyAddressIsDescribedAndNoOther() throws IOException {
    Set<String> served = new TreeSet<>();
    for (JsonNode route : apiRoutes()) {
      String uri = route.at("/from/uri").asText();
      if (uri.startsWith("platform-http:")) {
        for (String method : route.at("/from/parameters/httpMethodRestrict").asText().split(",")) {
          served.add(method + " " + uri.substring("platform-http:".length()));
        }
      }
    }

    assertThat(document.operations()).isEqualTo(served);
  }

  /** What the document says of problems and headers holds for routes that are built so. */
  @Test
  void everyAddressTakesOnlyAllowedHeadersAndAnswersProblems() throws IOException {
    for (JsonNode route : apiRoutes()) {
      if (route.at("/from/uri").asText().startsWith("platform-http:")) {
        String id = route.path("id").asText();
        assertThat(route.path("routeConfigurationId").asText()).as(id).isEqualTo("api-errors");
        assertThat(route.at("/from/parameters/headerFilterStrategy").asText())
            .as(id)
            .isEqualTo("#headerAllowList");
        assertThat(route.at("/from/parameters/httpMethodRestrict").asText()).as(id).isNotBlank();
      }
    }
  }

  @Test
  void everyProblemIsDescribedWhereItMayCome() {
    Set<String> described = new TreeSet<>();
    for (String operation : document.operations()) {
      document
          .operation(operation)
          .path("responses")
          .forEach(response -> described.addAll(codes(document.resolved(response))));
    }
    for (String everywhere : List.of("NotFound", "MethodNotAllowed")) {
      described.addAll(codes(document.root().at("/components/responses/" + everywhere)));
    }

    assertThat(described)
        .isEqualTo(
            EnumSet.allOf(Problems.class).stream()
                .map(problem -> problem.problem().code())
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void everyProblemHasItsStatusAndItsRetryAfter() {
    for (String operation : document.operations()) {
      for (Map.Entry<String, JsonNode> entry :
          document.operation(operation).path("responses").properties()) {
        JsonNode response = document.resolved(entry.getValue());
        for (String code : codes(response)) {
          Problems problem = Problems.valueOf(code.toUpperCase(Locale.ROOT));
          assertThat(problem.problem().status())
              .as("%s: %s", operation, code)
              .isEqualTo(Integer.parseInt(entry.getKey()));
          if (problem.problem().headers().containsKey("Retry-After")) {
            assertThat(response.path("headers").has("Retry-After")).as(operation).isTrue();
          }
        }
      }
    }
  }

  @Test
  void examplesAreOfTheirSchemasAndProblemsAreThoseOfTheCatalogue() {
    List<JsonNode> contents = new ArrayList<>(document.root().findValues("application/json"));
    contents.addAll(document.root().findValues("application/problem+json"));
    int examples = 0;
    for (JsonNode content : contents) {
      List<JsonNode> values = new ArrayList<>();
      if (content.has("example")) {
        values.add(content.path("example"));
      }
      content.path("examples").forEach(example -> values.add(example.path("value")));
      for (JsonNode value : values) {
        examples++;
        document.assertValid("example", content.path("schema"), value);
        if (value.has("code")) {
          var problem =
              Problems.valueOf(value.path("code").asText().toUpperCase(Locale.ROOT)).problem();
          assertThat(value.path("type").asText()).isEqualTo(problem.type());
          assertThat(value.path("title").asText()).isEqualTo(problem.title());
          assertThat(value.path("status").asInt()).isEqualTo(problem.status());
          if (!value.path("detail").asText().startsWith("Job 1 is ")) {
            assertThat(value.path("detail").asText()).isEqualTo(problem.detail());
          }
        }
      }
    }
    assertThat(examples).isGreaterThan(15);
  }

  @Test
  void aMemberThatIsMissingHereOrThereIsFound() throws IOException {
    JsonNode schema = new ObjectMapper().readTree("{\"$ref\":\"#/components/schemas/Accepted\"}");
    ObjectNode accepted =
        document
            .response("POST /v1/tickets", 202)
            .at("/content/application~1json/example")
            .deepCopy();
    document.assertValid("as it is", schema, accepted);

    assertThatThrownBy(
            () -> document.assertValid("one more", schema, accepted.deepCopy().put("more", 1)))
        .hasMessageContaining("more");
    assertThatThrownBy(
            () -> document.assertValid("one less", schema, accepted.deepCopy().without("state")))
        .hasMessageContaining("state");
  }

  @Test
  void limitsAreThoseOfTheProgram_H07() throws IOException {
    IntakeLimits limits = IntakeLimits.defaults();
    JsonNode members = document.root().at("/components/schemas/NewTicket/properties");
    assertThat(members.at("/customer_id/maxLength").asInt()).isEqualTo(limits.customerId());
    assertThat(members.at("/subject/maxLength").asInt()).isEqualTo(limits.subject());
    assertThat(members.at("/body/maxLength").asInt()).isEqualTo(limits.text());
    assertThat(members.at("/metadata/description").asText())
        .contains(limits.metadataBytes() + " bytes");
    assertThat(document.root().at("/components/parameters/IdempotencyKey/schema/maxLength").asInt())
        .isEqualTo(255);
    Properties settings = new Properties();
    try (var file = Files.newBufferedReader(Path.of("application.properties"))) {
      settings.load(file);
    }
    assertThat(settings.getProperty("camel.server.maxBodySize"))
        .isEqualTo(String.valueOf(limits.bodyBytes()));
    assertThat(document.root().at("/info/description").asText())
        .contains("body of " + limits.bodyBytes() + " bytes")
        .contains("within " + settings.getProperty("http.request.timeout.seconds") + " s");
  }

  @Test
  void whatTheApplicationAnswersIsAsDescribed() {
    try (RunningOffice office =
        RunningOffice.start("contract_openapi", Map.of("retry.base.seconds", "0.05"))) {
      JsonNode example = document.operation("POST /v1/tickets").at("/requestBody/content");
      String good = example.at("/application~1json/example").toString();
      String accept = "POST /v1/tickets";
      HttpResponse<String> first = office.postTicket("first-try", good);
      assertThat(json(first))
          .as("the example of an accepted ticket")
          .isEqualTo(document.response(accept, 202).at("/content/application~1json/example"));
      office.awaitJob(1, "succeeded");

      described(accept, first);
      described(accept, office.postTicket("first-try", good));
      described(accept, office.postTicket("first-try", ticket("C-0022", "s", "b")));
      described(accept, office.postTicket(null, "{\"customer_id\":7}"));
      described(accept, office.postTicket(null, "{"));
      described(accept, office.postTicket("", good));
      described(accept, office.postTicket(null, ticket("C", "s", "x".repeat(300_000))));
      described(
          accept, office.send(office.request("/v1/tickets").POST(BodyPublishers.ofString(good))));
      described("GET /v1/tickets/{id}", office.get("/v1/tickets/T-500001"));
      described("GET /v1/tickets/{id}", office.get("/v1/tickets/none"));
      described("GET /v1/jobs/{id}", office.get("/v1/jobs/1"));
      HttpResponse<String> job = office.get("/v1/jobs/1");
      assertThatThrownBy(() -> described("GET /v1/provider", job))
          .as("the answer of another operation")
          .isInstanceOf(AssertionError.class);
      assertThatThrownBy(() -> document.assertKnown(office.request("/v1/no").build(), job))
          .as("an answer at no address")
          .isInstanceOf(AssertionError.class);
      described("GET /v1/jobs/{id}", office.get("/v1/jobs/none"));
      described("POST /v1/jobs/{id}/cancel", office.post("/v1/jobs/1/cancel"));
      described("POST /v1/jobs/{id}/retry", office.post("/v1/jobs/1/retry"));
      described("GET /v1/provider", office.get("/v1/provider"));
      described("GET /health/live", office.get("/health/live"));
      described("GET /health/ready", office.get("/health/ready"));
      described("GET /health/started", office.get("/health/started"));

      office.provider("{\"mode\":\"context_400\"}");
      long failed = office.postGoodTicket("Too long for the model");
      office.awaitJob(failed, "failed");
      described("GET /v1/jobs/{id}", office.get("/v1/jobs/" + failed));
      described("GET /v1/dead-letters", office.get("/v1/dead-letters"));
      described("GET /v1/dead-letters", office.get("/v1/dead-letters?limit=0"));
      office.provider("{\"mode\":\"outage\"}");
      HttpResponse<String> retried = office.post("/v1/jobs/" + failed + "/retry");
      assertThat(retried.statusCode()).isEqualTo(202);
      described("POST /v1/jobs/{id}/retry", retried);
      office.awaitJob(failed, "dead_letter");
      described("GET /v1/jobs/{id}", office.get("/v1/jobs/" + failed));
      office.provider("{\"mode\":\"bad_key_401\"}");
      long blocked = office.postGoodTicket("Blocked");
      office.awaitJob(blocked, "queued");
      HttpResponse<String> cancelled = office.post("/v1/jobs/" + blocked + "/cancel");
      assertThat(cancelled.statusCode()).isEqualTo(202);
      described("POST /v1/jobs/{id}/cancel", cancelled);
      described("GET /v1/provider", office.get("/v1/provider"));
      described("GET /v1/jobs", office.get("/v1/jobs?limit=2"));
      described("GET /v1/jobs", office.get("/v1/jobs?limit=0"));
      described("GET /v1/jobs", office.get("/v1/jobs?state=failed"));
      describedDesk(office, failed);
    }
  }

  private static void describedDesk(RunningOffice office, long failed) {
    HttpResponse<String> groups = office.get("/v1/dead-letters/groups");
    described("GET /v1/dead-letters/groups", groups);
    described("GET /v1/dead-letters/groups", office.get("/v1/dead-letters/groups?x=1"));
    String trial = "{\"filter\":{},\"dry_run\":true}";
    String redrive =
        "{\"filter\":{},\"as_of\":\"%s\",\"expected_count\":%d,\"reason\":\"so\",\"rate_per_second\":0.1}";
    String asOf = json(groups).path("as_of").asText();
    String start = "POST /v1/redrives";
    described(start, post(office, "/v1/redrives", trial));
    described(start, post(office, "/v1/redrives", "{}"));
    described(start, post(office, "/v1/redrives", "{"));
    described(start, post(office, "/v1/redrives", redrive.formatted(asOf, 2)));
    String job = "/v1/jobs/" + failed;
    described("POST /v1/jobs/{id}/notes", post(office, job + "/notes", "{\"text\":\"seen\"}"));
    described("POST /v1/jobs/{id}/discard", post(office, job + "/discard", "{\"reason\":\"so\"}"));
    described("POST /v1/jobs/{id}/discard", post(office, job + "/discard", "{\"reason\":\"so\"}"));
    described("GET /v1/jobs/{id}", office.get(job));
    described("GET /v1/dead-letters", office.get("/v1/dead-letters?discarded=true"));
    String ofDiscarded = redrive.replace("{}", "{\"discarded\":true}").formatted(asOf, 1);
    HttpResponse<String> started = post(office, "/v1/redrives", ofDiscarded);
    assertThat(started.statusCode()).isEqualTo(202);
    described(start, started);
    String path = "/v1/redrives/" + json(started).path("redrive_id").asLong();
    described("POST /v1/redrives/{id}/pause", office.post(path + "/pause"));
    described("POST /v1/redrives/{id}/resume", office.post(path + "/resume"));
    described("POST /v1/redrives/{id}/cancel", office.post(path + "/cancel"));
    described("POST /v1/redrives/{id}/cancel", office.post(path + "/cancel"));
    described("GET /v1/redrives/{id}", office.get(path));
    described("GET /v1/redrives/{id}", office.get("/v1/redrives/none"));
    described("GET /v1/redrives", office.get("/v1/redrives?limit=1"));
    described("GET /v1/overview", office.get("/v1/overview"));
  }

  private static HttpResponse<String> post(RunningOffice office, String path, String body) {
    return office.send(
        office
            .request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static void described(String operation, HttpResponse<String> answer) {
    document.assertDescribed(operation, answer);
  }

  /** The codes that a response's schema allows. */
  private static Set<String> codes(JsonNode response) {
    Set<String> codes = new TreeSet<>();
    JsonNode schema = response.at("/content/application~1problem+json/schema/allOf/1");
    schema.at("/properties/code/enum").forEach(code -> codes.add(code.asText()));
    String only = schema.at("/properties/code/const").asText();
    if (!only.isEmpty()) {
      codes.add(only);
    }
    return codes;
  }

  private static List<JsonNode> apiRoutes() throws IOException {
    List<JsonNode> routes = new ArrayList<>();
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    try (Stream<Path> files =
        Stream.concat(Files.list(Path.of("routes/api")), Files.list(Path.of("routes/http")))) {
      for (Path file : files.sorted().toList()) {
        yaml.readTree(file.toFile())
            .forEach(
                element -> {
                  if (element.has("route")) {
                    routes.add(element.path("route"));
                  }
                });
      }
    }
    return routes;
  }
}
