package org.sortingoffice.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.RunningOffice;

/** Who may what, over HTTP: every action with every role, in every state of a job (H62). */
class PermissionsTest {
  private static final Map<String, String> STATES = new LinkedHashMap<>();

  static {
    String notHeld = "locked_by = null, lease_until = null, ";
    STATES.put("queued", notHeld + "finished_at = null");
    STATES.put(
        "running",
        "locked_by = 'w', lease_until = now() + interval '1 hour', finished_at = null, started_at = now(), attempt = 1,"
            + " delivery = 1");
    for (String over : List.of("succeeded", "failed", "dead_letter", "cancelled")) {
      STATES.put(over, notHeld + "finished_at = now()");
    }
  }

  /** What can be done, and with which roles. */
  private record Action(String method, String path, Set<String> roles) {}

  private static final Set<String> LOOKERS = Set.of("ticket:write", "ops:read", "ops:write");
  private static final Set<String> OPS = Set.of("ops:read", "ops:write");
  private static final List<Action> LOOKS =
      List.of(
          new Action("GET", "/v1/tickets/T-500001", LOOKERS),
          new Action("GET", "/v1/jobs/1", LOOKERS),
          new Action("GET", "/v1/jobs", OPS),
          new Action("GET", "/v1/dead-letters", OPS),
          new Action("GET", "/v1/provider", OPS),
          new Action("GET", "/metrics", OPS));
  private static final List<Action> CHANGES =
      List.of(
          new Action("POST", "/v1/jobs/1/retry", Set.of("ops:write")),
          new Action("POST", "/v1/jobs/1/cancel", Set.of("ops:write")));

  private static RunningOffice office;
  private static TestKeys keys;
  private static final Map<String, String> KEY_OF_ROLE = new LinkedHashMap<>();
  private static String revoked;

  @BeforeAll
  static void start() {
    DatabaseAddress address = TestDatabase.migrated("permissions");
    office = RunningOffice.startAt(address, Map.of("app.roles", "api,console"));
    keys = new TestKeys(address);
    office.postGoodTicket("Before there were keys");
    for (String role : LOOKERS) {
      KEY_OF_ROLE.put(role, keys.create(role.replace(':', '.'), role));
    }
    revoked = keys.create("gone", "ticket:write", "ops:read", "ops:write");
    keys.revoke("gone");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> office.get("/v1/jobs/1").statusCode() == 401);
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void everyActionNeedsItsRoleInEveryStateAndARefusalChangesNothing_H62() {
    for (String state : STATES.keySet()) {
      for (String role : KEY_OF_ROLE.keySet()) {
        for (Action action : CHANGES) {
          put(state);
          String before = job();
          HttpResponse<String> answer = send(action, KEY_OF_ROLE.get(role));
          String what = action + " by " + role + " on " + state;
          if (action.roles().contains(role)) {
            assertThat(answer.statusCode()).as(what).isIn(202, 409);
            assertThat(answer.statusCode() == 202).as(what).isEqualTo(goes(action, state));
          } else {
            assertThat(answer.statusCode()).as(what).isEqualTo(403);
            assertThat(json(answer).path("code").asText()).isEqualTo("permission_denied");
            assertThat(job()).as(what).isEqualTo(before);
          }
        }
        for (Action action : LOOKS) {
          HttpResponse<String> answer = send(action, KEY_OF_ROLE.get(role));
          assertThat(answer.statusCode())
              .as("%s by %s on %s", action, role, state)
              .isEqualTo(action.roles().contains(role) ? 200 : 403);
        }
      }
    }
  }

  private static boolean goes(Action action, String state) {
    return (action.path().endsWith("retry")
            ? Set.of("failed", "dead_letter")
            : Set.of("queued", "running"))
        .contains(state);
  }

  /** Whatever route there is or will be, of API and console: the server refuses, not the page. */
  @Test
  void everyRouteRefusesThoseWhoMayNotAndNothingIsChanged_H62() throws IOException {
    put("dead_letter");
    String before = job();
    String reader = KEY_OF_ROLE.get("ops:read");
    String sender = KEY_OF_ROLE.get("ticket:write");
    int routes = 0;
    for (JsonNode route : routes()) {
      String path =
          route.path("uri").asText().replaceFirst("platform-http:", "").replace("{id}", "1");
      String method = route.at("/parameters/httpMethodRestrict").asText();
      String needed = route.at("/steps/0/bean/method").asText();
      if (!route.at("/steps/0/bean/ref").asText().equals("access")
          || Set.of("known", "everybody").contains(needed)) {
        continue;
      }
      routes++;
      Action action = new Action(method, path, Set.of());
      assertThat(send(action, null).statusCode())
          .as("%s without a key", action)
          .isEqualTo(path.startsWith("/console") ? 303 : 401);
      if (needed.matches("(ops|metrics).*")) {
        assertThat(send(action, sender).statusCode()).as("%s by a sender", action).isEqualTo(403);
      }
      if (needed.endsWith("Write")) {
        assertThat(send(action, reader).statusCode()).as("%s by a reader", action).isEqualTo(403);
      }
    }
    assertThat(routes).isGreaterThan(20);
    assertThat(job()).isEqualTo(before);
    assertThat(office.rows().count("redrives")).isZero();
    assertThat(office.rows().count("job_notes")).isZero();
  }

  private static List<JsonNode> routes() throws IOException {
    List<JsonNode> routes = new ArrayList<>();
    for (String folder : List.of("routes/api", "routes/http", "routes/console")) {
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        for (Path file : files.toList()) {
          for (JsonNode element : new ObjectMapper(new YAMLFactory()).readTree(file.toFile())) {
            if (element.at("/route/from/uri").asText().startsWith("platform-http:")) {
              routes.add(element.at("/route/from"));
            }
          }
        }
      }
    }
    return routes;
  }

  @Test
  void whoMayNotIsToldWhichRoleItTakesAndIsNotedInTheAudit_H62() {
    String key = keys.create("curious", "ops:read");
    awaitKnown(key);

    HttpResponse<String> answer = send(CHANGES.get(0), key);

    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValue("Bearer error=\"insufficient_scope\", scope=\"ops:write\"");
    assertThat(json(answer).path("detail").asText()).contains("ops:write");
    assertThat(
            office
                .rows()
                .value(
                    "select operator || ' ' || action || ' ' || subject || ' ' || details::text"
                        + " from audit where operator = 'curious'"))
        .isEqualTo("curious permission_denied POST /v1/jobs/1/retry {\"needed\": \"ops:write\"}");
  }

  @Test
  void aProgramThatIsRefusedForEverDoesNotFillTheAudit() {
    String key = keys.create("stubborn", "ops:read");
    awaitKnown(key);

    for (int i = 0; i < 60; i++) {
      assertThat(send(CHANGES.get(0), key).statusCode()).isEqualTo(403);
    }

    assertThat(office.rows().count("audit where operator = 'stubborn'")).isBetween(30L, 45L);
  }

  @Test
  void ticketsAreTakenFromThoseWhoMaySendThem() {
    String good = ticket("C-0022", "Parcel is late", "Where is it?");
    Action post = new Action("POST", "/v1/tickets", Set.of("ticket:write"));

    for (String role : KEY_OF_ROLE.keySet()) {
      HttpResponse<String> answer =
          office.send(
              office
                  .ticketRequest(null, good)
                  .header("Authorization", "Bearer " + KEY_OF_ROLE.get(role)));
      assertThat(answer.statusCode()).as(role).isEqualTo(post.roles().contains(role) ? 202 : 403);
    }
    long before = office.rows().count("tickets");
    assertThat(office.postTicket(null, good).statusCode()).isEqualTo(401);
    assertThat(office.rows().count("tickets")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer",
        "Bearer ",
        "Bearer so_unknown",
        "Bearer so_unknown so_unknown",
        "Basic c29fdW5rbm93bjo=",
        "bearer \u00e4",
        "so_unknown"
      })
  void credentialsThatAreNoneAreAnswered401(String line) {
    HttpResponse<String> answer =
        office.send(office.request("/v1/jobs").header("Authorization", line).GET());

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValue("Bearer error=\"invalid_token\"");
    assertThat(answer.body()).doesNotContain("so_unknown", "c29f");
  }

  @Test
  void withoutCredentialsNothingButTheHealthIsShown() {
    for (List<Action> actions : List.of(LOOKS, CHANGES)) {
      for (Action action : actions) {
        HttpResponse<String> answer = send(action, null);
        assertThat(answer.statusCode()).as(action.toString()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(send(action, revoked).statusCode()).as(action.toString()).isEqualTo(401);
      }
    }
    assertThat(office.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(office.get("/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void theSchemeMayBeWrittenInAnyCaseOfLettersAndTheKeyMayNotComeTwice() {
    String key = KEY_OF_ROLE.get("ops:read");

    assertThat(
            office
                .send(office.request("/v1/jobs").header("authorization", "bEARER   " + key).GET())
                .statusCode())
        .isEqualTo(200);
    assertThat(
            office
                .send(
                    office
                        .request("/v1/jobs")
                        .header("Authorization", "Bearer " + key)
                        .header("Authorization", "Bearer " + key)
                        .GET())
                .statusCode())
        .isEqualTo(401);
    assertThat(office.get("/v1/jobs?access_token=" + key).statusCode()).isEqualTo(401);
  }

  @Test
  void aKeyThatIsRevokedIsRefusedWithinSecondsAndTheNextOneOfThatNameCounts() {
    String first = keys.create("changing", "ops:read");
    awaitKnown(first);
    keys.revoke("changing");
    String second = keys.create("changing", "ops:read");

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> send(LOOKS.get(2), first).statusCode() == 401);
    awaitKnown(second);
    assertThat(office.rows().count("api_keys where name = 'changing'")).isEqualTo(2);
  }

  @Test
  void aKeyIsNowhereInTheDatabaseAndInNoLogAndWhenItWasUsedIs() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    String key = keys.create("quiet", "ops:read");
    awaitKnown(key);
    send(CHANGES.get(0), key);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              send(LOOKS.get(2), key);
              return office
                      .rows()
                      .count("api_keys where name = 'quiet' and last_used_at is not null")
                  == 1;
            });
    root.detachAppender(log);

    assertThat(log.list).anyMatch(line -> line.getFormattedMessage().contains("quiet was refused"));
    assertThat(log.list)
        .noneMatch(line -> line.getFormattedMessage().contains(key.substring(0, 12)));
    String dump =
        (String)
            office
                .rows()
                .value(
                    "select (select string_agg(api_keys::text, '') from api_keys)"
                        + " || (select string_agg(audit::text, '') from audit)");
    assertThat(dump).contains("quiet").doesNotContain(key.substring(3));
    assertThat(
            office
                .rows()
                .value(
                    "select encode(key_sha256, 'hex') = encode(sha256(convert_to(?, 'UTF8')), 'hex')"
                        + " from api_keys where name = 'quiet'",
                    key))
        .isEqualTo(true);
  }

  /** Before the office knows of any key it answers everybody. */
  private static void awaitKnown(String key) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                send(LOOKS.get(2), null).statusCode() == 401
                    && send(LOOKS.get(2), key).statusCode() == 200);
  }

  private static HttpResponse<String> send(Action action, String key) {
    HttpRequest.Builder request =
        office.request(action.path()).method(action.method(), BodyPublishers.noBody());
    return office.send(key == null ? request : request.header("Authorization", "Bearer " + key));
  }

  private static void put(String state) {
    office
        .rows()
        .change(
            "update jobs set wait_reason = null, state = ?, " + STATES.get(state) + " where id = 1",
            state);
  }

  private static String job() {
    return (String) office.rows().value("select jobs::text from jobs where id = 1");
  }
}
