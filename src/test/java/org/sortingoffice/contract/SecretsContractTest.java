package org.sortingoffice.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.sortingoffice.testing.RunningOffice.json;
import static org.sortingoffice.testing.RunningOffice.ticket;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.access.KeyRegister;
import org.sortingoffice.access.Role;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.StubProvider;
import org.sortingoffice.testing.StubProvider.Answer;
import org.sortingoffice.testing.StubProxy;
import org.sortingoffice.testing.TestRows;

/**
 * No secret is ever told: not in a log, however closely it is kept, not in an answer, a page, a
 * metric, an error that is stored, the audit, or the first words of the program.
 */
class SecretsContractTest {
  private static final String PROVIDER_KEY = "pk-2c7d41a90b6e4f18a35d";
  private static final String PROXY_PASSWORD = "proxy-5f0e9d27c1b84a6f";
  private static final String TLS_PASSWORD = "tls-91c3b7e2d0f64a58";

  /** Settings that hold secrets and are only there to be kept; a new one is added here. */
  private static final Map<String, String> MORE_SECRET_SETTINGS =
      Map.of("webhook.secret", "whsec_Zm9yLW5vYm9keXMtZXllcy1idXQtdGhlLW9mZmljZS4=");

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static DatabaseAddress unused;

  @TempDir Path folder;

  /** What must not be found, by what it is. */
  private final Map<String, String> secrets = new LinkedHashMap<>();

  /** What was shown to somebody. */
  private final List<String> shown = new ArrayList<>();

  @BeforeAll
  static void makeDatabase() {
    unused = TestDatabase.fresh("contract_secrets_start");
  }

  @Test
  void whateverGoesWrongNoSecretIsTold() throws Exception {
    DatabaseAddress address = TestDatabase.fresh("contract_secrets");
    secrets.put("the provider's key", PROVIDER_KEY);
    secrets.put("the proxy's password", PROXY_PASSWORD);
    secrets.put("the database's password", address.password());
    secrets.put("the password of the database's certificate", TLS_PASSWORD);
    MORE_SECRET_SETTINGS.forEach(secrets::put);
    Path log = folder.resolve("office.log");
    try (StubProvider provider = StubProvider.start();
        StubProxy proxy = StubProxy.start();
        OfficeProcess office = start(address, provider, proxy, log)) {
      String operator = newKey(address, "maria", Role.OPS_WRITE);
      String shop = newKey(address, "shop", Role.TICKET_WRITE);
      String wrong = "so_" + "w0rong".repeat(8);
      secrets.put("an operator's key", operator);
      secrets.put("a shop's key", shop);
      secrets.put("a key that is none", wrong);
      await().until(() -> ask(office, "GET", "/v1/overview", null, null).statusCode() == 401);

      long blocked = failWith(office, shop, provider, 401);
      awaitJob(office, operator, blocked, "provider_blocked");
      provider.reset();
      awaitJob(office, operator, blocked, "succeeded");
      long rejected = failWith(office, shop, provider, 400);
      awaitJob(office, operator, rejected, "failed");
      long slowed = failWith(office, shop, provider, 429);
      awaitJob(office, operator, slowed, "rate_limited");
      provider.behave(request -> StubProvider.said("Your key is " + PROVIDER_KEY));
      long quoted = post(office, shop);
      awaitJob(office, operator, quoted, "failed");
      proxy.refuseWith("407 " + PROXY_PASSWORD);
      post(office, shop);

      misuse(office, operator, shop, wrong);
      String session = signIn(office, operator, wrong);
      for (String page :
          List.of(
              "/console",
              "/console/overview",
              "/console/audit",
              "/console/dead-letters",
              "/console/jobs/" + rejected,
              "/console/jobs/" + quoted)) {
        look(office, page, "Cookie", session);
      }
      for (String path :
          List.of(
              "/metrics",
              "/v1/provider",
              "/v1/overview",
              "/v1/jobs",
              "/v1/dead-letters",
              "/v1/dead-letters/groups",
              "/v1/jobs/" + blocked,
              "/v1/jobs/" + quoted)) {
        look(office, path, "Authorization", "Bearer " + operator);
      }
      office.stop();
    }
    String said = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(said)
        .as("it was listened to closely")
        .contains(" DEBUG ", "ALERT", "Sorting Office is open");
    shown.addAll(said.lines().toList());
    shown.addAll(rows(address));
    List<String> told = new ArrayList<>();
    secrets.forEach(
        (what, secret) ->
            shown.stream()
                .filter(text -> text.contains(secret))
                .forEach(text -> told.add(what + ": " + around(secret, text))));
    assertThat(told).isEmpty();
  }

  private static String around(String secret, String text) {
    int place = text.indexOf(secret);
    return text.substring(
        Math.max(0, place - 100), Math.min(text.length(), place + secret.length() + 40));
  }

  /** A start that fails says which setting is wrong, and not what it holds. */
  @ParameterizedTest
  @CsvSource({
    "database.url, postgres://office:hidden-5e1c@127.0.0.1:1/office",
    "database.url, postgres://office:hidden-5e1c/x@127.0.0.1/office",
    "database.url, postgres://office:hidden-5e1c%zz@127.0.0.1/office",
    "database.url, 'mysql://office:hidden-5e1c@127.0.0.1/office'",
    "database.password, hidden-5e1c",
    "provider.key, hidden-5e1c with a space",
    "provider.url, http://me:hidden-5e1c@127.0.0.1/v1",
    "provider.url, http://127.0.0.1/v1?key=hidden-5e1c",
    "provider.proxy, socks://me:hidden-5e1c@127.0.0.1:1",
    "provider.proxy, http://me:hidden-5e1c@127.0.0.1:port",
    "webhook.secret, whsec_hidden-5e1c",
    "webhook.proxy, http://me:hidden-5e1c@127.0.0.1:port"
  })
  void aStartThatFailsDoesNotTellWhatTheSettingHolds(String name, String value) {
    DatabaseAddress address = unused;
    Map<String, String> settings = new HashMap<>();
    settings.put("http.port", "0");
    settings.put("database.url", address.jdbcUrl());
    settings.put("database.user", address.user());
    settings.put("database.password", address.password());
    settings.put("database.start.seconds", "0.1");
    settings.put("provider.url", "http://127.0.0.1:1/v1");
    settings.put("webhook.url", "http://127.0.0.1:1/hooks");
    settings.putAll(MORE_SECRET_SETTINGS);
    settings.put(name, value);
    if (name.equals("database.url")) {
      settings.remove("database.user");
    }

    Throwable failure = catchThrowable(() -> SortingOffice.openWith(settings).close());

    assertThat(failure).isNotNull();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      assertThat(String.valueOf(cause.getMessage())).doesNotContain("hidden-5e1c");
    }
  }

  private OfficeProcess start(
      DatabaseAddress address, StubProvider provider, StubProxy proxy, Path log)
      throws IOException {
    Path closely =
        Files.writeString(
            folder.resolve("logback.xml"),
            """
            <configuration>
              <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{20} - %msg%n</pattern></encoder>
              </appender>
              <root level="DEBUG"><appender-ref ref="console"/></root>
            </configuration>
            """);
    Map<String, String> settings = new HashMap<>(MORE_SECRET_SETTINGS);
    settings.put("java.tool.options", "-Dlogback.configurationFile=" + closely);
    settings.put(
        "database.url",
        "postgres://%s:%s@%s/%s?sslmode=disable&sslpassword=%s"
            .formatted(
                address.user(),
                address.password(),
                address.hostAndPort(),
                address.database(),
                TLS_PASSWORD));
    settings.put("provider.url", provider.url());
    settings.put("provider.key", PROVIDER_KEY);
    settings.put("provider.proxy", "http://me:" + PROXY_PASSWORD + "@" + proxy.authority());
    // Nobody listens there.
    settings.put("webhook.url", "http://127.0.0.1:1/hooks");
    settings.put("webhook.retry.base.seconds", "0.1");
    settings.put("provider.probe.seconds", "1");
    settings.put("provider.probe.cap.seconds", "1");
    settings.put("retry.base.seconds", "0.05");
    settings.put("claim.poll.millis", "50");
    return OfficeProcess.start(settings, log).awaitAnswer();
  }

  private static String newKey(DatabaseAddress address, String name, Role role) throws Exception {
    return new KeyRegister(TestDatabase.dataSource(address), new SecureRandom(), "test")
        .create(name, List.of(role))
        .text();
  }

  /** A ticket at a provider that says the key back wherever it can. */
  private long failWith(OfficeProcess office, String shop, StubProvider provider, int status)
      throws Exception {
    provider.behave(
        request ->
            new Answer(
                status,
                Map.of("x-request-id", PROVIDER_KEY, "Retry-After", PROVIDER_KEY),
                """
                {"error":{"message":"Wrong: Bearer %1$s","type":"%1$s","code":"%1$s"}}"""
                    .formatted(PROVIDER_KEY)));
    return post(office, shop);
  }

  private long post(OfficeProcess office, String shop) throws Exception {
    HttpResponse<String> answer =
        ask(office, "POST", "/v1/tickets", ticket("C-0022", "Parcel", "It is late."), shop);
    return json(answer).path("job_id").asLong();
  }

  private void awaitJob(OfficeProcess office, String key, long job, String state) {
    await(state)
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              HttpResponse<String> answer = ask(office, "GET", "/v1/jobs/" + job, null, key);
              return state.equals(json(answer).path("state").asText())
                  || state.equals(json(answer).at("/waiting/reason").asText());
            });
  }

  /** Keys where they do not belong. */
  private void misuse(OfficeProcess office, String operator, String shop, String wrong)
      throws Exception {
    for (String key : List.of(operator, shop, wrong)) {
      ask(office, "POST", "/v1/tickets", "{\"" + key + "\":1,\"subject\":\"" + key + "\"}", shop);
      ask(office, "POST", "/v1/tickets", "not JSON " + key, shop);
      ask(office, "POST", "/v1/tickets?api_key=" + key, "{}", shop);
      ask(office, "GET", "/v1/jobs?state=" + key, null, operator);
      ask(office, "GET", "/v1/jobs?" + key + "=1", null, operator);
      ask(office, "GET", "/v1/tickets/" + key, null, operator);
      ask(office, "POST", "/v1/jobs/" + key + "/retry", "{\"reason\":7}", shop);
      ask(office, "GET", "/" + key, null, operator);
      ask(office, "GET", "/v1/overview", null, key + "x");
      answered(
          request(office, "/v1/overview")
              .header("Authorization", "Basic " + key)
              .header("X-Api-Key", key)
              .header("CamelHttpUri", "http://" + key)
              .GET());
      answered(
          request(office, "/v1/tickets")
              .header("Idempotency-Key", key + " with a space")
              .header("Content-Type", "text/" + key)
              .header("Authorization", "Bearer " + shop)
              .POST(BodyPublishers.ofString("{}")));
    }
  }

  private String signIn(OfficeProcess office, String operator, String wrong) throws Exception {
    look(office, "/console/audit", "Cookie", "sorting_office_session=" + wrong);
    form(office, "key=" + wrong);
    form(office, "key=" + operator + "x");
    String cookie =
        form(office, "key=" + operator)
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow()
            .split(";")[0];
    secrets.put("the session's token", cookie.substring(cookie.indexOf('=') + 1));
    look(office, "/console/audit", "Cookie", cookie + "x");
    return cookie;
  }

  private HttpResponse<String> form(OfficeProcess office, String body) throws Exception {
    return answered(
        request(office, "/console/sign-in")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body)));
  }

  private void look(OfficeProcess office, String path, String header, String credential)
      throws Exception {
    answered(request(office, path).header(header, credential).GET());
  }

  private HttpResponse<String> ask(
      OfficeProcess office, String method, String path, String body, String key) throws Exception {
    HttpRequest.Builder request =
        request(office, path)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    return answered(request);
  }

  private static HttpRequest.Builder request(OfficeProcess office, String path) {
    return HttpRequest.newBuilder(URI.create(office.api() + path)).timeout(Duration.ofSeconds(30));
  }

  private HttpResponse<String> answered(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
    shown.add(answer.body());
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              // The one place that a session's token is for.
              if (!name.equalsIgnoreCase("Set-Cookie")) {
                shown.addAll(values);
              }
            });
    return answer;
  }

  /** All that is stored, as text. */
  private static List<String> rows(DatabaseAddress address) {
    TestRows rows = new TestRows(TestDatabase.dataSource(address));
    List<String> texts = new ArrayList<>();
    for (String table :
        List.of(
            "tickets",
            "jobs",
            "deliveries",
            "ai_runs",
            "provider_gate",
            "audit",
            "outbox",
            "api_keys")) {
      texts.add(
          String.valueOf(
              rows.value("select string_agg(t::text, ' ') from %s as t".formatted(table))));
    }
    return texts;
  }
}
