package org.sortingoffice.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.testing.RawConnection;
import org.sortingoffice.testing.RunningOffice;

/** An office without keys is for this machine, and for no page of another site. */
class KeylessOfficeTest {
  private static RunningOffice office;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("keyless", Map.of("app.roles", "api"));
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void everybodyMayDoEverything() {
    long job = office.postGoodTicket("No key needed");

    assertThat(office.get("/v1/jobs").statusCode()).isEqualTo(200);
    assertThat(office.post("/v1/jobs/" + job + "/cancel").statusCode()).isEqualTo(202);
    assertThat(
            office
                .send(office.request("/v1/jobs").header("Authorization", "Bearer whatever").GET())
                .statusCode())
        .isEqualTo(200);
  }

  /** What a page that the operator has open can make the operator's browser send. */
  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site,cross-site,403",
    "Sec-Fetch-Site,same-site,403",
    "Sec-Fetch-Site,same-origin,202",
    "Sec-Fetch-Site,none,202",
    "Origin,https://evil.example,403",
    "Origin,null,403",
    "Origin,http://localhost:1,403",
    "Origin,http://localhost,202",
    "X-Harmless,x,202"
  })
  void aForeignPageCannotChangeAnything(String name, String value, int status) throws IOException {
    String good = ticket("C-0022", "From a page", "x");
    long before = office.rows().count("tickets");

    int answered =
        raw(
            "POST /v1/tickets",
            "localhost",
            name + ": " + value + "\r\nContent-Type: application/json",
            good);

    assertThat(answered).isEqualTo(status);
    assertThat(office.rows().count("tickets") - before).isEqualTo(status == 202 ? 1 : 0);
  }

  /** DNS rebinding: the page's own name leads to 127.0.0.1, so it is of one origin with us. */
  @ParameterizedTest
  @CsvSource({
    "evil.example,403",
    "evil.example:8080,403",
    "127.0.0.1.evil.example,403",
    "localhost.evil.example,403",
    "localhost,200",
    "LOCALHOST:8080,200",
    "127.0.0.1:8080,200",
    "[::1]:8080,200",
    "office.localhost,200"
  })
  void aNameThatOnlyLeadsHereIsNotAnswered(String host, int status) throws IOException {
    assertThat(raw("GET /v1/jobs", host, "Sec-Fetch-Site: same-origin", "")).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::"})
  void theStartRefusesToListenToEverybody(String host) {
    Map<String, String> settings =
        new HashMap<>(TestKeys.settings(TestDatabase.fresh("keyless_refused_" + host.length())));
    settings.put("http.host", host);

    assertThatThrownBy(() -> SortingOffice.openWith(settings))
        .isInstanceOf(StartupFailure.class)
        .hasMessageContainingAll(host, "keys create", "HTTP_HOST", "ACCESS_OPEN");
  }

  @Test
  void withAKeyItMayListenToEverybodyAndLosingTheTableDoesNotOpenIt() {
    DatabaseAddress address = TestDatabase.migrated("keyless_keyed");
    String key = new TestKeys(address).create("first", "ops:read");

    try (RunningOffice keyed =
        RunningOffice.startAt(address, Map.of("app.roles", "api", "http.host", "0.0.0.0"))) {
      assertThat(keyed.get("/v1/jobs").statusCode()).isEqualTo(401);
      assertThat(
              keyed
                  .send(keyed.request("/v1/jobs").header("Authorization", "Bearer " + key).GET())
                  .statusCode())
          .isEqualTo(200);

      keyed.rows().change("delete from api_keys");

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  keyed
                          .send(
                              keyed
                                  .request("/v1/jobs")
                                  .header("Authorization", "Bearer " + key)
                                  .GET())
                          .statusCode()
                      == 401);
    }
  }

  @Test
  void whereItWasSaidEverybodyMayCome() {
    try (RunningOffice open =
        RunningOffice.start(
            "keyless_open",
            Map.of("app.roles", "api", "http.host", "0.0.0.0", "access.open", "true"))) {
      assertThat(open.get("/v1/jobs").statusCode()).isEqualTo(200);
      assertThat(
              open.send(
                      open.request("/v1/jobs/1/retry")
                          .header("Origin", "https://evil.example")
                          .POST(java.net.http.HttpRequest.BodyPublishers.noBody()))
                  .statusCode())
          .isEqualTo(403);
    }
  }

  @Test
  void revokingTheLastKeyDoesNotOpenTheOfficeAgain() {
    DatabaseAddress address = TestDatabase.migrated("keyless_last");
    try (RunningOffice last = RunningOffice.startAt(address, Map.of("app.roles", "api"))) {
      TestKeys keys = new TestKeys(address);
      keys.create("only", "ops:write");
      keys.revoke("only");

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> last.get("/v1/jobs").statusCode() == 401);
    }
  }

  private static int raw(String start, String host, String lines, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (RawConnection client = new RawConnection(office.office().api().getPort())) {
      client.write(
          "%s HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(start, host, lines, bytes.length, body));
      return client.answer().status();
    }
  }
}
