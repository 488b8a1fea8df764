package org.sortingoffice.office;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;

/** A start that cannot go on says why in one sentence, and leaves nothing running. */
class StartTest {
  private static DatabaseAddress address;

  @TempDir Path folder;
  private final Map<String, String> settings = new HashMap<>();

  @BeforeAll
  static void database() {
    address = TestDatabase.fresh("start");
  }

  @BeforeEach
  void settings() {
    settings.put("http.port", "0");
    settings.put("database.url", address.jdbcUrl());
    settings.put("database.user", address.user());
    settings.put("database.password", address.password());
    settings.put("provider.url", "http://127.0.0.1:9/v1");
  }

  @Test
  void aTakenPortIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      settings.put("http.port", String.valueOf(taken.getLocalPort()));

      assertRefused("Cannot listen on 127.0.0.1:" + taken.getLocalPort(), "HTTP_PORT");
    }
  }

  @Test
  void anUnreachableDatabaseIsNamedWithoutItsPassword() {
    settings.put("database.url", "postgres://somebody:secret-word@127.0.0.1:1/none");
    settings.put("database.user", "");
    settings.put("database.start.seconds", "1");

    assertRefused("127.0.0.1:1", "DATABASE_URL");
    assertThatThrownBy(() -> SortingOffice.openWith(settings))
        .hasMessageNotContaining("secret-word");
  }

  @ParameterizedTest
  @CsvSource({
    "worker.concurrency, 0, WORKER_CONCURRENCY",
    "worker.concurrency, many, WORKER_CONCURRENCY",
    "lease.seconds, -1, LEASE_SECONDS",
    "lease.seconds, 10, LEASE_RENEW_SECONDS",
    "retry.base.seconds, soon, RETRY_BASE_SECONDS",
    "retention.days, 0, RETENTION_DAYS",
    "retention.days, 0.5, RETENTION_DAYS",
    "retention.set.aside.days, 0, RETENTION_SET_ASIDE_DAYS",
    "snapshot.warn.seconds, 0, SNAPSHOT_WARN_SECONDS",
    "provider.url, 'ftp://somewhere/v1', PROVIDER_URL",
    "provider.url, 'http://somewhere/v1?api-version=1', PROVIDER_URL",
    "provider.key.header, 'two words', PROVIDER_KEY_HEADER",
    "provider.key.header, Host, PROVIDER_KEY_HEADER",
    "provider.key.file, no-such-file, PROVIDER_KEY_FILE",
    "provider.query, 'a b', PROVIDER_QUERY",
    "provider.path.chat, /chat, PROVIDER_PATH_CHAT",
    "provider.tls.ca.file, no-such-file, PROVIDER_TLS_CA_FILE",
    "provider.tls.ca.file, pom.xml, PROVIDER_TLS_CA_FILE",
    "provider.proxy, 'somewhere:3128', PROVIDER_PROXY",
    "provider.max.tokens.member, tokens, PROVIDER_MAX_TOKENS_MEMBER",
    "classify.temperature, 2.1, CLASSIFY_TEMPERATURE",
    "draft.reply.max.tokens, 0, DRAFT_REPLY_MAX_TOKENS",
    "embed.timeout.millis, 60001, EMBED_TIMEOUT_MILLIS",
    "classify.response.format, xml, CLASSIFY_RESPONSE_FORMAT",
    "provider.budget.day.usd, -1, PROVIDER_BUDGET_DAY_USD",
    "provider.budget.month.usd, much, PROVIDER_BUDGET_MONTH_USD",
    "app.roles, boss, APP_ROLES",
    "ticket.steps, 'classify,translate', TICKET_STEPS",
    "routes.directory, no-such-folder, ROUTES_DIRECTORY"
  })
  void aWrongSettingIsNamedAsPeopleSetIt(String name, String value, String shown) {
    settings.put(name, value);

    assertRefused(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "provider.key, secret-word with spaces, PROVIDER_KEY",
    "provider.proxy, 'http://somebody:secret-word@somewhere', PROVIDER_PROXY",
    "provider.url, 'https://somebody:secret-word@somewhere/v1', PROVIDER_KEY"
  })
  void aSecretThatCannotBeUsedIsNotShown(String name, String value, String shown) {
    settings.put(name, value);

    assertRefused(shown);
    assertThatThrownBy(() -> SortingOffice.openWith(settings))
        .hasMessageNotContaining("secret-word");
  }

  @Test
  void aStepThatDoesNotExistIsNamedWithFileAndLine() throws IOException {
    change("api/jobs.camel.yaml", "removeHeaders:", "removeHeader5:");

    assertRefused("api/jobs.camel.yaml, line ", "removeHeader5");
  }

  @Test
  void anUnknownSettingInARouteIsNamedWithFileAndLine() throws IOException {
    change("steps/classify.camel.yaml", "{{classify.model}}", "{{no.such.setting}}");

    assertRefused("steps/classify.camel.yaml, line ", "no.such.setting");
  }

  @Test
  void aFileThatIsNotYamlIsNamedWithItsLine() throws IOException {
    change("steps/embed.camel.yaml", "    id: step-embed", "  id: step-embed");

    assertRefused("steps/embed.camel.yaml", "line ");
  }

  @Test
  void anUnknownBeanIsNamedWithFileAndLine() throws IOException {
    change("steps/embed.camel.yaml", "ref: stepResults", "ref: nobody");

    assertRefused(place("steps/embed.camel.yaml", "ref: nobody"), "nobody");
  }

  @Test
  void aMisspeltMethodIsNamedWithFileAndLine() throws IOException {
    change("steps/embed.camel.yaml", "method: embedding", "method: embeding");

    assertRefused(place("steps/embed.camel.yaml", "embeding"), "stepResults", "embeding");
  }

  @Test
  void aResultThatWouldBeSavedForAnotherStepIsNamedWithFileAndLine() throws IOException {
    change("steps/embed.camel.yaml", "expression: embed\n", "expression: classify\n");

    assertRefused(place("steps/embed.camel.yaml", "expression: classify"), "classify");
  }

  @Test
  void aPolicyOfAStepThatMakesNoSenseIsNamedAsPeopleSetIt() {
    settings.put("draft.reply.retry.max.attempts", "often");

    assertRefused("DRAFT_REPLY_RETRY_MAX_ATTEMPTS", "often");
  }

  @Test
  void aReloadThatIsNeitherOnNorOffIsRefused() {
    settings.put("routes.reload", "perhaps");

    assertRefused("ROUTES_RELOAD");
  }

  @ParameterizedTest
  @CsvSource({
    "webhook.secret, '', WEBHOOK_URL is set, openssl rand",
    "webhook.secret, whsec_c2hvcnQ=, WEBHOOK_SECRET, 24 to 64 bytes",
    "webhook.secret.file, /nowhere/secret, WEBHOOK_SECRET_FILE, cannot be read",
    "webhook.url, ftp://somewhere/hooks, WEBHOOK_URL, http://",
    "webhook.url, https://me:hidden@somewhere/hooks, WEBHOOK_URL, a user",
    "webhook.events, 'succeeded,lost', WEBHOOK_EVENTS, discarded",
    "webhook.lease.seconds, 10, WEBHOOK_LEASE_SECONDS, WEBHOOK_TIMEOUT_MILLIS",
    "webhook.concurrency, 0, WEBHOOK_CONCURRENCY, 1 to 1000",
    "webhook.proxy, socks://somewhere:1, WEBHOOK_PROXY, http://host:port",
    "outbox.topic.events, ended, OUTBOX_TOPIC_EVENTS, discarded",
    "outbox.retention.days, 0, OUTBOX_RETENTION_DAYS, 1 to"
  })
  void aWebhookThatCannotBeSentIsRefused(String name, String value, String told, String what) {
    settings.put("webhook.url", "http://127.0.0.1:9/hooks");
    if (!name.startsWith("webhook.secret")) {
      settings.put("webhook.secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }
    settings.put(name, value);

    assertRefused(told, what);
    assertThatThrownBy(() -> SortingOffice.openWith(settings))
        .hasMessageNotContaining("c2hvcnQ")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void twoPlacesForTheSecretsOfWebhooksAreRefused() {
    settings.put("webhook.url", "http://127.0.0.1:9/hooks");
    settings.put("webhook.secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    settings.put("webhook.secret.file", "somewhere");

    assertRefused("WEBHOOK_SECRET is set as well");
  }

  /** What only workers have is not asked for where nobody works. */
  @ParameterizedTest
  @ValueSource(strings = {"api", "console", "worker", "housekeeping", "webhooks"})
  void aProcessOfASingleRoleStarts(String role) {
    settings.put("app.roles", role);

    try (SortingOffice office = SortingOffice.openWith(settings)) {
      assertThat(office.works()).isEqualTo(role.equals("worker"));
    }
  }

  private void assertRefused(String... parts) {
    assertThatThrownBy(() -> SortingOffice.openWith(settings))
        .isInstanceOf(StartupFailure.class)
        .satisfies(
            refusal -> {
              assertThat(refusal.getMessage()).contains(parts);
              assertThat(refusal.getMessage().lines()).hasSize(1);
            });
  }

  /** File and line of a text in the changed copy, as a refusal begins. */
  private String place(String file, String text) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file));
    int at = 0;
    while (!lines.get(at).contains(text)) {
      at++;
    }
    return "%s, line %d: ".formatted(file, at + 1);
  }

  /** Lets the office read a copy of the routes in which something is wrong. */
  private void change(String file, String from, String to) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("routes"))) {
      for (Path source : files.toList()) {
        Files.copy(
            source,
            folder.resolve(Path.of("routes").relativize(source)),
            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path changed = folder.resolve(file);
    String text = Files.readString(changed);
    assertThat(text).contains(from);
    Files.writeString(changed, text.replace(from, to));
    settings.put("routes.directory", folder.toString());
  }
}
