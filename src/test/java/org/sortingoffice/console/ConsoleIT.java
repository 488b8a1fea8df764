package org.sortingoffice.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.sortingoffice.access.KeyRegister;
import org.sortingoffice.access.Role;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.RunningOffice;

/**
 * The console as people meet it: in a real browser, against everything real. One office and one
 * browser serve all tests; each makes the dead letters that it needs, with an error of its own.
 */
@TestMethodOrder(OrderAnnotation.class)
class ConsoleIT {
  private static final String MARKUP =
      "<img src=x onerror=alert(1)><script>alert('%s')</script>\"'><b>bold";
  private static final int BEFORE_KEYS = 1;
  private static final int WITH_KEYS = 2;

  private static final String AXE = axe();

  private static Browser browser;
  private static DatabaseAddress address;
  private static RunningOffice office;
  private static SetAside setAside;

  @BeforeAll
  static void open() {
    browser = Browser.open();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    address = TestDatabase.migrated("console");
    office = RunningOffice.startAt(address, Map.of());
    setAside = new SetAside(office.rows());
  }

  @AfterAll
  static void close() {
    if (office != null) {
      office.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  private static String axe() {
    try (InputStream in = ConsoleIT.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Operator operator() {
    return operator(desk());
  }

  private static Operator operator(NewContextOptions options) {
    return new Operator(browser, office.uri("/"), options);
  }

  private static NewContextOptions desk() {
    return new NewContextOptions()
        .setViewportSize(1280, 800)
        .setTimezoneId("Asia/Kolkata")
        .setLocale("en-GB");
  }

  private static NewContextOptions phone() {
    return desk().setViewportSize(390, 844).setHasTouch(true);
  }

  private static String state(long job) {
    return office.job(job).path("state").asText();
  }

  private static String group(long job) {
    return office.rows().value("select error_group from jobs where id = ?", job).toString();
  }

  private static void awaitState(long job, String state) {
    await().atMost(Duration.ofSeconds(30)).until(() -> state(job).equals(state));
  }

  /** The journey for which the console is made: three clicks and a reason. */
  @Test
  @Order(BEFORE_KEYS)
  void allTimeoutsOfTheLastHoursAreSentAgainWithThreeClicks() {
    setAside.deadLetters(344, "ProviderUnavailable: the provider did not answer in time");
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console");
      page.getByRole(AriaRole.LINK, byName("6 hours")).click();
      operator.photograph("journey-1-dead-letters");
      page.getByText("Send all 344 again").click();
      assertThat(page.locator("h1")).hasText("Send 344 jobs again");
      assertThat(page.locator("#reason")).isFocused();
      page.keyboard().type("The provider was down this morning");
      operator.photograph("journey-2-send-again");
      page.getByText("Send 344 again").click();

      assertThat(page.locator("h1")).hasText(Pattern.compile("Redrive [0-9]+"));
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("Started.");
      // It goes on by itself, before the reader's eyes.
      page.waitForFunction("() => document.querySelector('#live progress').value > 1");
      operator.photograph("journey-3-progress");
      page.locator("#pause").click();
      assertThat(page.locator("main .state").first()).hasText("paused");
      page.locator("#resume").click();
      assertThat(page.locator("main .state").first()).hasText("running");
      page.locator("#cancel").click();
      assertThat(page.locator("main .state").first()).hasText("cancelled");
      assertThat(operator.complaints()).isEmpty();
    }
    assertThat(
            office
                .rows()
                .count(
                    "redrives where total = 344 and rate = 5 and state = 'cancelled'"
                        + " and reason = 'The provider was down this morning'"))
        .isEqualTo(1);
    assertThat(
            office.rows().count("audit where action = 'redrive_started' and operator = 'anyone'"))
        .isPositive();
  }

  /** Field case H56: what comes while somebody looks is not sent along. */
  @Test
  @Order(BEFORE_KEYS)
  void whatCameAfterTheLookIsOfferedAndNotSent() {
    String error = "ProviderUnavailable: late comers";
    String group = group(setAside.deadLetters(3, error).get(0));
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console?text=comers");
      Locator send = page.locator("#send-" + group);
      assertThat(send).containsText("Send all 3 again");
      String address = send.getAttribute("href");
      List<Long> later = setAside.deadLetters(2, error);
      office.rows().change("update jobs set finished_at = now() where id >= ?", later.get(0));
      operator.open(address);
      assertThat(page.locator("h1")).hasText("Send 3 jobs again");
      assertThat(page.getByText("2 more jobs.")).isVisible();
      page.locator("#reason").fill("only the first three");
      page.getByText("Send 3 again").click();
      assertThat(page.locator("h1")).hasText(Pattern.compile("Redrive [0-9]+"));
      later.forEach(job -> assertThat(state(job)).isEqualTo("dead_letter"));
    }
  }

  /** Field case Q68. */
  @Test
  @Order(BEFORE_KEYS)
  void markupInTextsOfOthersIsShownAndNeverRuns() {
    String subject = MARKUP.formatted("subject");
    String error = "InvalidAnswer: " + MARKUP.formatted("error");
    long job =
        setAside
            .jobs(1, "failed", error, MARKUP.formatted("who"), subject, MARKUP.formatted("body"))
            .get(0);
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console/jobs/" + job);
      assertThat(page.locator("h1")).hasText(subject);
      page.locator("#note").fill(MARKUP.formatted("note"));
      page.getByText("Add the note").click();
      assertThat(page.locator(".timeline")).containsText(MARKUP.formatted("note"));
      page.locator("#reason").fill(MARKUP.formatted("reason"));
      page.locator("#discard").click();
      assertThat(page.locator(".timeline")).containsText(MARKUP.formatted("reason"));
      String actor =
          URLEncoder.encode("customer:" + MARKUP.formatted("who"), StandardCharsets.UTF_8);
      for (String path :
          List.of(
              "/console",
              "/console/dead-letters",
              "/console/dead-letters?discarded=true",
              "/console/dead-letters?discarded=true&actor=" + actor,
              "/console/dead-letters?text=" + actor,
              "/console/redrives/new?discarded=true&actor=" + actor,
              "/console/redrives",
              "/console/audit")) {
        assertThat(operator.open(path).status()).as(path).isEqualTo(200);
        assertThat(page.locator("img[src=x]")).hasCount(0);
        assertThat(page.locator("main b")).hasCount(0);
      }
      assertThat(operator.complaints()).isEmpty();
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void aTableForASpreadsheetHasNoFormulas() {
    String error = "=HYPERLINK(\"http://example.org\";\"click\")";
    setAside.jobs(1, "failed", error, "C-0099", "@SUM(1,2)", "-1+1");
    String table = office.get("/console/dead-letters.csv?actor=customer:C-0099").body();
    assertThat(table.lines().findFirst().orElseThrow()).startsWith("job_id,ticket_id,state");
    assertThat(table)
        .contains("\"'=HYPERLINK(\"\"http://example.org\"\";\"\"click\"\")\"")
        .contains("\"'@SUM(1,2)\"");
    assertThat(
            RunningOffice.json(office.get("/console/dead-letters.json?actor=customer:C-0099"))
                .at("/jobs/0/last_error")
                .asText())
        .isEqualTo(error);
  }

  /** Field case H60. */
  @Test
  @Order(BEFORE_KEYS)
  void theSecondOfTwoOperatorsIsToldThatSomebodyWasFirst() {
    long job = setAside.deadLetters(1, "ProviderUnavailable: two at one job").get(0);
    try (Operator first = operator();
        Operator second = operator()) {
      first.open("/console/jobs/" + job);
      second.open("/console/jobs/" + job);
      first.page().locator("#reason").fill("mine");
      first.page().locator("#retry").click();
      assertThat(first.page().getByText("The job is queued again.")).isVisible();
      second.page().locator("#retry").click();
      assertThat(second.page().getByText("Nothing was changed: this job is no longer set aside."))
          .isVisible();
      assertThat(second.page().locator(".timeline")).containsText("mine");
      // Whoever sent it again sees it succeed without doing anything.
      assertThat(first.page().locator(".heading .state").first()).hasText("succeeded");
      // What was said is said once, and loading again does nothing again.
      second.page().reload();
      assertThat(second.page().locator(".notice.bad:visible")).hasCount(0);
    }
    assertThat(office.rows().count("audit where action = 'job_retried' and job_id = " + job))
        .isEqualTo(1);
  }

  @Test
  @Order(BEFORE_KEYS)
  void aDoubleClickDoesItOnce() {
    String error = "ProviderUnavailable: double click";
    long job = setAside.deadLetters(1, error).get(0);
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console/redrives/new?group=" + group(job));
      page.locator("#reason").fill("twice");
      page.getByText("Send 1 again").dblclick();
      assertThat(page.locator("h1")).hasText(Pattern.compile("Redrive [0-9]+"));
      assertThat(page.locator("main .state").first()).hasText("done");
    }
    assertThat(office.rows().count("redrives where reason = 'twice'")).isEqualTo(1);
    awaitState(job, "succeeded");
  }

  @Test
  @Order(BEFORE_KEYS)
  void twoRedrivesOfOneGroupAreNotStarted() {
    String group = group(setAside.deadLetters(9, "ProviderUnavailable: two redrives").get(0));
    try (Operator first = operator();
        Operator second = operator()) {
      first.open("/console/redrives/new?group=" + group);
      second.open("/console/redrives/new?group=" + group);
      for (Operator each : List.of(first, second)) {
        each.page().locator("#reason").fill("both of us");
        each.page().getByText("1/s").click();
        each.page().getByText("Send 9 again").click();
        assertThat(each.page().locator("h1")).hasText(Pattern.compile("Redrive [0-9]+"));
      }
      assertThat(second.page().getByText("Nothing was started:")).isVisible();
      assertThat(second.page().locator("h1")).hasText(first.page().locator("h1").textContent());
      first.page().locator("#cancel").click();
      assertThat(first.page().locator("main .state").first()).hasText("cancelled");
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void withoutJavaScriptEverythingIsReadAndSentAgain() {
    String error = "ProviderUnavailable: no script";
    List<Long> jobs = setAside.deadLetters(4, error);
    try (Operator operator = operator(desk().setJavaScriptEnabled(false))) {
      Page page = operator.page();
      operator.open("/console?text=no+script");
      assertThat(page.locator("tbody time").first()).hasText(Pattern.compile(".* UTC"));
      page.locator("#open-" + group(jobs.get(0))).click();
      page.locator("input[value='" + jobs.get(0) + "']").check();
      page.locator("input[value='" + jobs.get(1) + "']").check();
      page.locator("#send-chosen").click();
      assertThat(page.getByText("2 jobs are queued again.")).isVisible();
      operator.open("/console/jobs/" + jobs.get(2));
      page.locator("#retry").click();
      assertThat(page.getByText("The job is queued again.")).isVisible();
      operator.open("/console?text=no+script");
      page.getByText("Send it again").click();
      page.locator("#reason").fill("by hand");
      page.getByText("Send 1 again").click();
      assertThat(page.getByText("Started.")).isVisible();
    }
    jobs.forEach(job -> awaitState(job, "succeeded"));
  }

  @Test
  @Order(BEFORE_KEYS)
  void theKeyboardIsEnough() {
    List<Long> jobs = setAside.deadLetters(3, "ProviderUnavailable: keys only");
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console/dead-letters");
      page.keyboard().press("/");
      page.keyboard().type("keys only");
      page.keyboard().press("Enter");
      page.waitForURL(Pattern.compile(".*text=keys.*"));
      assertThat(page.locator("[data-line]")).hasCount(3);
      page.keyboard().press("j");
      page.keyboard().press("j");
      page.keyboard().press("x");
      page.keyboard().press("k");
      page.keyboard().press("x");
      assertThat(page.locator("#send-chosen")).hasText("Send 2 again");
      page.keyboard().press("r");
      assertThat(page.locator("#send-chosen")).isFocused();
      page.keyboard().press("Enter");
      assertThat(page.getByText("2 jobs are queued again.")).isVisible();
      page.keyboard().press("j");
      page.keyboard().press("Enter");
      page.waitForURL("**/console/jobs/" + jobs.get(0));
      page.keyboard().press("?");
      assertThat(page.locator("#keys")).isVisible();
      page.locator("#keys-on").uncheck();
      page.keyboard().press("Escape");
      page.keyboard().press("?");
      assertThat(page.locator("#keys")).isHidden();
      assertThat(operator.complaints()).isEmpty();
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void momentsAreTheReadersOwnAndUtcOnHover() {
    long job = setAside.deadLetters(1, "ProviderUnavailable: what time is it").get(0);
    office
        .rows()
        .change(
            "update jobs set created_at = timestamptz '2026-01-02 20:04:05Z' where id = ?", job);
    try (Operator operator = operator()) {
      operator.open("/console/jobs/" + job);
      Locator time = operator.page().locator(".heading time").first();
      assertThat(time).hasText("3 Jan, 01:34");
      assertThat(time).hasAttribute("title", "2026-01-02 20:04:05 UTC");
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void theStartPageKeepsItselfUpToDateAndKeepsTheFocus() {
    String error = "ProviderUnavailable: live";
    String group = group(setAside.deadLetters(1, error).get(0));
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console?text=unavailable%3A+live");
      page.locator("#open-" + group).focus();
      setAside.deadLetters(6, error);
      assertThat(page.locator("#send-" + group)).containsText("Send all 7 again");
      assertThat(page.locator("#open-" + group)).isFocused();
      assertThat(operator.complaints()).isEmpty();
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void theChartIsDrawnOnceAndFollows() {
    try (Operator operator = operator()) {
      Page page = operator.page();
      operator.open("/console/overview");
      String asOf = page.locator(".heading time").getAttribute("datetime");
      page.waitForFunction(
          "before => document.querySelector('.heading time').dateTime !== before", asOf);
      assertThat(page.locator("#rate-chart canvas")).hasCount(1);
      assertThat(operator.complaints()).isEmpty();
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void aPageThatIsNotThereSaysSo() {
    try (Operator operator = operator()) {
      assertThat(operator.open("/console/jobs/99999999").status()).isEqualTo(404);
      assertThat(operator.page().locator("h1")).hasText("There is no such job");
      assertThat(operator.open("/console/nothing-here").status()).isEqualTo(404);
      assertThat(operator.page().locator("h1")).hasText("There is nothing at this address");
      assertThat(operator.open("/console/dead-letters?state=nonsense").status()).isEqualTo(400);
      assertThat(operator.page().locator("h1")).isVisible();
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void aJobShowsWhatTheStepsMadeOfItsTicket() {
    long job = setAside.deadLetters(1, "WorkerLost: and what was made is still there").get(0);
    try (Operator operator = operator()) {
      assertThat(operator.open("/console/jobs/" + job).status()).isEqualTo(200);
      operator.page().locator("#retry").click();
      awaitState(job, "succeeded");
      operator.open("/console/jobs/" + job);
      assertThat(operator.page().locator("section[aria-labelledby=reply]")).isVisible();
      assertThat(operator.page().locator("section[aria-labelledby=letter]"))
          .containsText("with priority");
      operator.photograph("job-succeeded");
    }
  }

  @Test
  @Order(BEFORE_KEYS)
  void everyAnswerOfTheConsoleSaysWhatABrowserMayDo() {
    String page = office.get("/console").body();
    List<String> assets =
        Pattern.compile("\"(/console/assets/[^\"]+)\"")
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .distinct()
            .toList();
    assertThat(assets).hasSizeGreaterThan(3);
    List<String> paths = new ArrayList<>(assets);
    paths.addAll(List.of("/console", "/console/jobs/99999999", "/console/nothing-here"));
    for (String path : paths) {
      HttpResponse<String> answer = office.get(path);
      assertThat(answer.headers().firstValue("Content-Security-Policy"))
          .as(path)
          .hasValueSatisfying(
              policy ->
                  assertThat(policy)
                      .contains("default-src 'none'", "frame-ancestors 'none'")
                      .doesNotContain("unsafe"));
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(answer.headers().firstValue("Cache-Control"))
          .as(path)
          .hasValueSatisfying(
              caching ->
                  assertThat(caching).contains(assets.contains(path) ? "immutable" : "no-store"));
    }
    assertThat(office.get("/console/assets/..%2f..%2fapplication.properties").statusCode())
        .isEqualTo(404);
  }

  @Test
  @Order(BEFORE_KEYS)
  void noPageHasASeriousFaultForPeopleWithOtherSensesOrAPhone() {
    List<Long> jobs = setAside.deadLetters(60, "ProviderUnavailable: for all to see");
    setAside.jobs(
        2, "failed", "InvalidAnswer: " + "no_break_".repeat(40), "C-0001", "x".repeat(200), "y");
    office
        .rows()
        .change(
            "update provider_gate set reason = 'rate_limited', until = now() + interval '1 hour',"
                + " closed_at = now(), told = 'the provider answered 429'");
    long redrive;
    try (Operator operator = operator()) {
      operator.open("/console/redrives/new?group=" + group(jobs.get(0)));
      operator.page().locator("#reason").fill("to look at");
      operator.page().getByText("Send 60 again").click();
      redrive =
          Long.parseLong(operator.page().locator("h1").textContent().replaceAll("[^0-9]", ""));
    }
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("dead-letters", "/console");
    pages.put("list", "/console/dead-letters?state=dead_letter");
    pages.put("list-failed", "/console/dead-letters?state=failed");
    pages.put("empty", "/console/dead-letters?text=nothing-of-this-kind");
    pages.put("job", "/console/jobs/" + jobs.get(0));
    pages.put("send-again", "/console/redrives/new?state=failed");
    pages.put("redrives", "/console/redrives");
    pages.put("redrive", "/console/redrives/" + redrive);
    pages.put("overview", "/console/overview");
    pages.put("audit", "/console/audit");
    pages.put("not-found", "/console/jobs/99999999");
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      String suffix = scheme == ColorScheme.DARK ? "-dark" : "";
      try (Operator atDesk =
              operator(desk().setColorScheme(scheme).setReducedMotion(ReducedMotion.REDUCE));
          Operator atPhone = operator(phone().setColorScheme(scheme))) {
        pages.forEach(
            (name, path) -> {
              atDesk.open(path);
              atDesk.photograph(name + suffix);
              assertThat(
                      scheme == ColorScheme.DARK
                          ? faultsOfColour(atDesk.page())
                          : faults(atDesk.page()))
                  .as(name + suffix)
                  .isEmpty();
              atPhone.open(path);
              atPhone.photograph(name + "-phone" + suffix);
              assertThat(atPhone.page().evaluate("document.documentElement.scrollWidth"))
                  .as("the width of " + name + " on a phone")
                  .isEqualTo(390);
            });
      }
    }
    office.post("/v1/redrives/" + redrive + "/cancel");
    office.rows().change("update provider_gate set reason = null, until = null, closed_at = null");
  }

  /** What axe-core finds that is serious or critical, in the rules of WCAG 2.2 AA and beyond. */
  private static List<String> faults(Page page) {
    return faults(page, "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");
  }

  /** The dark pages are the same but for their colours. */
  private static List<String> faultsOfColour(Page page) {
    return faults(page, "color-contrast");
  }

  @SuppressWarnings("unchecked")
  private static List<String> faults(Page page, String... rulesOrTags) {
    page.evaluate(AXE);
    return (List<String>)
        page.evaluate(
            """
            only => axe.run(document, {resultTypes: ['violations'], runOnly: only})
              .then(found => found.violations
                .filter(rule => ['serious', 'critical'].includes(rule.impact))
                .map(rule => rule.id + ': ' + rule.nodes.slice(0, 3)
                  .map(node => node.html + ' ' + node.failureSummary).join('; ')))
            """,
            List.of(rulesOrTags));
  }

  /** Field case H62. The first key closes the office to those without, so this comes last. */
  @Test
  @Order(WITH_KEYS)
  void whoMayOnlyLookSeesNoButtonsAndIsRefusedWithoutThem() throws Exception {
    long job = setAside.deadLetters(1, "ProviderUnavailable: hands off").get(0);
    String key =
        new KeyRegister(TestDatabase.dataSource(address), new SecureRandom(), "test")
            .create("reader", List.of(Role.OPS_READ))
            .text();
    await().atMost(Duration.ofSeconds(30)).until(() -> office.get("/console").statusCode() == 303);
    try (Operator reader = operator()) {
      Page page = reader.page();
      reader.open("/console/jobs/" + job);
      assertThat(page.locator("h1")).hasText("Sign in");
      assertThat(faults(page)).isEmpty();
      reader.photograph("sign-in");
      page.locator("#key").fill(key);
      page.keyboard().press("Enter");
      assertThat(page.locator("h1")).hasText("Parcel is late");
      assertThat(reader.place()).isEqualTo("/console/jobs/" + job);
      assertThat(page.locator("main button")).hasCount(0);
      assertThat(page.locator(".who")).containsText("reads only");
      for (String path : List.of("/console", "/console/dead-letters")) {
        reader.open(path);
        assertThat(page.locator("[data-again], main form[method=post] button")).hasCount(0);
      }
      // A form of a page that this person never got, with the right token: what a script could do.
      Object status =
          page.evaluate(
              "job => fetch('/console/jobs/' + job + '/retry', {method: 'POST', body: new"
                  + " URLSearchParams({csrf: document.querySelector('[name=csrf]').value})}).then(r"
                  + " => r.status)",
              Long.toString(job));
      assertThat(status).isEqualTo(403);
      page.getByText("Sign out").click();
      assertThat(page.locator("h1")).hasText("Sign in");
    }
    assertThat(office.rows().value("select state from jobs where id = ?", job))
        .isEqualTo("dead_letter");
    assertThat(
            office.rows().count("audit where action = 'permission_denied' and operator = 'reader'"))
        .isPositive();
    assertThat(
            office
                .send(
                    office.request("/console/jobs/" + job + "/retry").POST(BodyPublishers.noBody()))
                .statusCode())
        .isEqualTo(303);
  }

  private static Page.GetByRoleOptions byName(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
