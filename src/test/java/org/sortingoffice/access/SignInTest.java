package org.sortingoffice.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sortingoffice.testing.RunningOffice.json;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.RunningOffice;

/** Sessions of the console: who gets one, what it is good for, and who cannot use it. */
class SignInTest {
  private static final Pattern COOKIE = Pattern.compile("(sorting_office_session=([^;]*))(;.*)");

  private static RunningOffice office;
  private static TestKeys keys;
  private static String writer;
  private static String reader;
  private static String sender;
  private static long job;

  @BeforeAll
  static void start() {
    DatabaseAddress address = TestDatabase.migrated("sign_in");
    office = RunningOffice.startAt(address, Map.of("app.roles", "api,console"));
    job = office.postGoodTicket("Before there were keys");
    keys = new TestKeys(address);
    writer = keys.create("writer", "ops:write");
    reader = keys.create("reader", "ops:read");
    sender = keys.create("sender", "ticket:write");
    awaitKnown(sender, "/v1/jobs/" + job);
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void queue() {
    office.rows().change("update jobs set state = 'queued', finished_at = null where id = ?", job);
  }

  @Test
  void whoHasAKeyGetsASessionThatScriptsAndOtherSitesCannotReach() {
    HttpResponse<String> answer = enter(writer, "/console/jobs/7?x=1", "");

    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue("/console/jobs/7?x=1");
    Matcher cookie = COOKIE.matcher(answer.headers().firstValue("Set-Cookie").orElseThrow());
    assertThat(cookie.matches()).isTrue();
    assertThat(cookie.group(2)).hasSize(43);
    assertThat(cookie.group(3))
        .contains("Path=/", "HTTPOnly", "SameSite=Strict", "Max-Age=43200")
        .doesNotContain("Secure");
    assertThat(answer.body()).doesNotContain(writer);
    assertThat(
            office
                .rows()
                .count(
                    "console_sessions where token_sha256 = sha256(convert_to('"
                        + cookie.group(2)
                        + "', 'UTF8'))"))
        .isEqualTo(1);
    assertThat(office.rows().count("audit where operator = 'writer' and action = 'signed_in'"))
        .isPositive();
    assertThat(as(session(writer), "/v1/jobs").statusCode()).isEqualTo(200);
  }

  @Test
  void behindHttpsTheCookieNeverTravelsWithoutIt() {
    HttpResponse<String> answer =
        office.send(form("key=" + writer).header("X-Forwarded-Proto", "https"));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).contains("Secure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"so_wrong", "", " ", "x' or '1'='1"})
  void aWrongKeyGetsTheFormAgainAndNoSession(String wrong) {
    HttpResponse<String> answer = enter(wrong, "/console", "");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    assertThat(answer.body()).contains("unknown or revoked").doesNotContain("x' or");
  }

  @Test
  void aKeyThatMayOnlySendTicketsHasNothingToSeeHere() {
    HttpResponse<String> answer = enter(sender, "/console", "");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(answer.body()).contains("ops:read");
  }

  @ParameterizedTest
  @CsvSource({
    "https://evil.example/,/console",
    "//evil.example/,/console",
    "/console//evil,/console//evil",
    "/consoleevil,/console",
    "/\\evil.example,/console",
    "/console\\evil,/console",
    "/v1/jobs,/console",
    "/console/sign-out,/console",
    "/console?state=failed,/console?state=failed"
  })
  void nobodyIsSentElsewhereAfterSigningIn(String next, String goesTo) {
    assertThat(enter(reader, next, "").headers().firstValue("Location")).hasValue(goesTo);
    String shown =
        office
            .get("/console/sign-in?then=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
            .body();
    assertThat(shown).contains("name=\"then\" value=\"" + goesTo + "\"");
  }

  @Test
  void whoIsSignedInAndFollowsALinkFromElsewhereIsNotAskedAgain() {
    String address = "/console/sign-in?then=%2Fconsole%2Fjobs%2F7%3Fsaid%3Dretried";
    HttpResponse<String> fromChat =
        office.send(office.request(address).header("Sec-Fetch-Site", "cross-site").GET());
    assertThat(fromChat.statusCode()).isEqualTo(200);
    assertThat(fromChat.headers().firstValue("Refresh")).hasValue("0; url=" + address);

    HttpResponse<String> again =
        office.send(
            office
                .request(address)
                .header("Sec-Fetch-Site", "same-origin")
                .header("Cookie", session(reader))
                .GET());
    assertThat(again.statusCode()).isEqualTo(303);
    assertThat(again.headers().firstValue("Location")).hasValue("/console/jobs/7?said=retried");
  }

  @Test
  void aPageWhoseSessionIsOverAsksForTheKeyAndThenComesBack() {
    HttpResponse<String> page = office.get("/console/dead-letters?state=failed&text=a%20b");
    assertThat(page.statusCode()).isEqualTo(303);
    assertThat(page.headers().firstValue("Location"))
        .hasValue(
            "/console/sign-in?then=%2Fconsole%2Fdead-letters%3Fstate%3Dfailed%26text%3Da%2520b");

    HttpResponse<String> part =
        office.send(
            office
                .request("/console/sign-in")
                .header("HX-Request", "true")
                .header("HX-Current-URL", "http://localhost/console/jobs/7?said=retried")
                .GET());
    assertThat(part.headers().firstValue("HX-Redirect"))
        .hasValue("/console/sign-in?then=%2Fconsole%2Fjobs%2F7%3Fsaid%3Dretried");
  }

  @Test
  void aSessionThatTheBrowserBroughtAlongEndsAndIsNotTakenOver() {
    String planted = session(reader);

    HttpResponse<String> answer = enter(writer, "/console", planted);

    Matcher cookie = COOKIE.matcher(answer.headers().firstValue("Set-Cookie").orElseThrow());
    assertThat(cookie.matches()).isTrue();
    assertThat(cookie.group(1)).isNotEqualTo(planted);
    assertThat(as(planted, "/v1/jobs").statusCode()).isEqualTo(401);
    String invented = "sorting_office_session=" + "A".repeat(43);
    HttpResponse<String> other = enter(writer, "/console", invented);
    assertThat(other.headers().firstValue("Set-Cookie").orElseThrow()).doesNotContain("AAAAA");
    assertThat(as(invented, "/v1/jobs").statusCode()).isEqualTo(401);
  }

  @Test
  void aForeignPageCannotSignAnybodyIn() {
    HttpResponse<String> answer =
        office.send(form("key=" + reader).header("Sec-Fetch-Site", "cross-site"));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  /** A change with a cookie needs the session's own token, and no page of another site. */
  @ParameterizedTest
  @CsvSource({
    "own,header,,,202",
    "own,field,,,202",
    "own,header,Sec-Fetch-Site,same-origin,202",
    "none,header,,,403",
    "none,header,Sec-Fetch-Site,same-origin,403",
    "other,header,,,403",
    "own,header,Sec-Fetch-Site,cross-site,403",
    "own,field,Sec-Fetch-Site,same-site,403",
    "own,header,Origin,https://evil.example,403"
  })
  void aChangeNeedsThePageOfTheSession(
      String token, String where, String name, String value, int status) {
    String cookie = session(writer);
    String sent =
        switch (token) {
          case "own" -> csrf(cookie);
          case "other" -> csrf(session(writer));
          default -> "";
        };
    HttpRequest.Builder request =
        office.request("/v1/jobs/" + job + "/cancel").header("Cookie", cookie);
    if (where.equals("field")) {
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(BodyPublishers.ofString("csrf=" + sent));
    } else {
      request.header("X-CSRF-Token", sent).POST(BodyPublishers.noBody());
    }
    if (name != null) {
      request.header(name, value);
    }

    HttpResponse<String> answer = office.send(request);

    assertThat(answer.statusCode()).isEqualTo(status);
    if (status == 403) {
      assertThat(json(answer).path("code").asText()).isEqualTo("foreign_page");
      assertThat(office.rows().value("select state from jobs where id = ?", job))
          .isEqualTo("queued");
    }
  }

  @Test
  void aReaderIsRefusedAtTheServerWhateverThePageShows_H62() {
    String cookie = session(reader);

    HttpResponse<String> answer =
        office.send(
            office
                .request("/v1/jobs/" + job + "/cancel")
                .header("Cookie", cookie)
                .header("X-CSRF-Token", csrf(cookie))
                .POST(BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(json(answer).path("code").asText()).isEqualTo("permission_denied");
    assertThat(office.rows().value("select state from jobs where id = ?", job)).isEqualTo("queued");
  }

  @Test
  void signingOutEndsTheSessionEverywhere() {
    String cookie = session(writer);

    HttpResponse<String> without =
        office.send(
            office
                .request("/console/sign-out")
                .header("Cookie", cookie)
                .POST(BodyPublishers.noBody()));
    assertThat(without.statusCode()).isEqualTo(403);
    HttpResponse<String> answer =
        office.send(
            office
                .request("/console/sign-out")
                .header("Cookie", cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("csrf=" + csrf(cookie))));

    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue("/console/sign-in");
    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("sorting_office_session=;", "Max-Age=0");
    assertThat(as(cookie, "/v1/jobs").statusCode()).isEqualTo(401);
  }

  @Test
  void aRevokedKeyEndsItsSessionsAtOnce() {
    String key = keys.create("leaving", "ops:read");
    awaitKnown(key, "/v1/jobs");
    String cookie = session(key);
    assertThat(as(cookie, "/v1/jobs").statusCode()).isEqualTo(200);

    keys.revoke("leaving");

    assertThat(as(cookie, "/v1/jobs").statusCode()).isEqualTo(401);
    assertThat(
            office
                .rows()
                .count(
                    "console_sessions where key_id = (select id from api_keys where name = 'leaving')"))
        .isZero();
  }

  @Test
  void aSessionEndsWithItsTime() {
    String cookie = session(reader);
    office
        .rows()
        .change(
            "update console_sessions set expires_at = now() where token_sha256 = sha256(convert_to(?, 'UTF8'))",
            cookie.substring(cookie.indexOf('=') + 1));

    assertThat(as(cookie, "/v1/jobs").statusCode()).isEqualTo(401);
  }

  @Test
  void aKeyCountsMoreThanACookie() {
    HttpResponse<String> answer =
        office.send(
            office
                .request("/v1/jobs")
                .header("Cookie", session(writer))
                .header("Authorization", "Bearer " + sender)
                .GET());

    assertThat(answer.statusCode()).isEqualTo(403);
  }

  private static HttpRequest.Builder form(String fields) {
    return office
        .request("/console/sign-in")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(fields));
  }

  private static HttpResponse<String> enter(String key, String next, String cookie) {
    HttpRequest.Builder request =
        form(
            "key="
                + URLEncoder.encode(key, StandardCharsets.UTF_8)
                + "&then="
                + URLEncoder.encode(next, StandardCharsets.UTF_8));
    return office.send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
  }

  /** Signs in and returns what the browser then sends. */
  private static String session(String key) {
    HttpResponse<String> answer = enter(key, "/console", "");
    Matcher cookie = COOKIE.matcher(answer.headers().firstValue("Set-Cookie").orElseThrow());
    assertThat(cookie.matches()).isTrue();
    return cookie.group(1);
  }

  private static String csrf(String cookie) {
    return new Secret(cookie.substring(cookie.indexOf('=') + 1)).formToken();
  }

  private static HttpResponse<String> as(String cookie, String path) {
    return office.send(office.request(path).header("Cookie", cookie).GET());
  }

  /** Before the office knows of any key it answers everybody. */
  private static void awaitKnown(String key, String path) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                office.send(office.request(path).GET()).statusCode() == 401
                    && office
                            .send(
                                office.request(path).header("Authorization", "Bearer " + key).GET())
                            .statusCode()
                        == 200);
  }
}
