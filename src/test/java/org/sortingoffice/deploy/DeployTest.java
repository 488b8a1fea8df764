package org.sortingoffice.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;

/**
 * The dashboard and the alert rules speak of metrics, labels and values that an office shows which
 * has worked off jobs of all kinds.
 */
class DeployTest {
  /** What Prometheus adds by itself. */
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job", "le");

  private static final Path ALERTS = Path.of("deploy/prometheus/alerts.yml");
  private static final Path DASHBOARD = Path.of("deploy/grafana/sorting-office.json");

  private static RunningOffice office;
  private static Scrape scrape;

  @BeforeAll
  static void workOffAllKindsOfJobs() {
    office =
        RunningOffice.start(
            "deploy",
            Map.of(
                "claim.poll.millis", "50",
                "housekeeping.seconds", "1",
                "job.max.attempts", "2",
                "retry.base.seconds", "0.05",
                "rate.limit.base.seconds", "0.05"));
    office.awaitJob(office.postGoodTicket("A good one"), "succeeded");
    office.postTicket("twice", RunningOffice.ticket("C-1", "Twice", "The same again."));
    office.postTicket("twice", RunningOffice.ticket("C-1", "Twice", "The same again."));
    office.postTicket(null, "{}");
    office.get("/v1/nothing");
    office.provider("{\"mode\":\"context_400\"}");
    office.awaitJob(office.postGoodTicket("Cannot work"), "failed");
    office.provider("{\"mode\":\"outage\"}");
    office.awaitJob(office.postGoodTicket("Cannot work now"), "dead_letter");
    office.provider("{\"mode\":\"normal\"}");
    office.awaitAllOver(Duration.ofSeconds(30));
    System.gc();
    scrape =
        await("a scrape after the first collection of garbage")
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> Scrape.of(office.get("/metrics").body()),
                seen -> seen.series().containsKey("jvm_gc_pause_seconds_count"));
  }

  @AfterAll
  static void close() {
    office.close();
  }

  @Test
  void everyMetricLabelAndValueOfTheAlertsIsShownByAnOffice() throws IOException {
    for (JsonNode rule : alerts()) {
      isShown(rule.path("alert").asText(), rule.path("expr").asText());
    }
  }

  @Test
  void everyMetricLabelAndValueOfTheDashboardIsShownByAnOffice() throws IOException {
    int queries = 0;
    for (JsonNode panel : dashboard().path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        isShown(panel.path("title").asText(), target.path("expr").asText());
        queries++;
      }
    }
    assertThat(queries).isGreaterThan(30);
  }

  @Test
  void aQueryOfWhatIsNotThereIsFound() {
    Query query =
        Query.of(
            "sum by (reason, le) (rate(nothing_total{state=\"a\", kind=~\"b|c\"}[5m])) / up > 0");

    assertThat(query.metrics()).containsExactly("nothing_total", "up");
    assertThat(query.groupings()).containsExactly("le", "reason");
    assertThat(query.matchers())
        .isEqualTo(
            Map.of("nothing_total", Map.of("state", List.of("a"), "kind", List.of("b", "c"))));
  }

  private static void isShown(String where, String text) {
    Query query = Query.of(text);
    assertThat(query.metrics()).as("metrics of %s: %s", where, text).isNotEmpty();
    assertThat(text.chars().filter(c -> c == '(').count())
        .as("brackets of %s", where)
        .isEqualTo(text.chars().filter(c -> c == ')').count());
    Set<String> labels = new HashSet<>(OF_PROMETHEUS);
    for (String metric : query.metrics()) {
      if (!metric.equals("up")) {
        assertThat(scrape.series()).as("what %s speaks of", where).containsKey(metric);
        labels.addAll(scrape.series().get(metric).keySet());
        query
            .matchers()
            .getOrDefault(metric, Map.of())
            .forEach((label, values) -> hasValues(where, metric, label, values));
      }
    }
    assertThat(labels).as("labels of %s", where).containsAll(query.groupings());
  }

  private static void hasValues(String where, String metric, String label, List<String> values) {
    if (!OF_PROMETHEUS.contains(label)) {
      assertThat(scrape.series().get(metric)).as("%s of %s", metric, where).containsKey(label);
      assertThat(scrape.series().get(metric).get(label))
          .as("%s of %s in %s", label, metric, where)
          .containsAll(values);
    }
  }

  @Test
  void namesAreThoseOfPrometheusAndLabelsAreFew() {
    Map<String, Integer> many = new TreeMap<>();
    scrape
        .series()
        .forEach(
            (name, labels) ->
                labels.forEach(
                    (label, values) -> {
                      if (values.size() > 20) {
                        many.put(name + " " + label, values.size());
                      }
                    }));
    assertThat(many).as("labels with many values").isEmpty();
    assertThat(scrape.series().keySet())
        .filteredOn(name -> name.startsWith("sorting_office_"))
        .allMatch(name -> name.matches("[a-z0-9_]+"))
        .noneMatch(name -> name.matches(".*(millis|nanos|_ms)\\b.*"))
        .contains(
            "sorting_office_tickets_accepted_total",
            "sorting_office_tickets_replayed_total",
            "sorting_office_claim_wait_seconds_bucket",
            "sorting_office_step_duration_seconds_bucket",
            "sorting_office_leases_lost_total");
  }

  @Test
  void everyMetricOfOursStandsInTheTableOfTheDocuments() throws IOException {
    String table = Files.readString(Path.of("docs/operations.md"));
    Set<String> families =
        scrape.series().keySet().stream()
            .filter(name -> name.matches("(sorting_office|group_sql|http_server)_.*"))
            .map(name -> name.replaceAll("_(bucket|count|sum|max)$", ""))
            .collect(Collectors.toSet());
    assertThat(families).isNotEmpty().allSatisfy(name -> assertThat(table).contains(name));
  }

  @Test
  void everyAlertLeadsToASectionThatSaysWhatToDo() throws IOException {
    Set<String> anchors =
        Files.readAllLines(Path.of("docs/operations.md")).stream()
            .filter(line -> line.startsWith("#"))
            .map(DeployTest::anchor)
            .collect(Collectors.toSet());
    List<JsonNode> alerts = alerts();
    assertThat(alerts).hasSizeGreaterThan(10);
    for (JsonNode alert : alerts) {
      String runbook = alert.at("/annotations/runbook_url").asText();
      assertThat(runbook).startsWith("docs/operations.md#");
      assertThat(anchors).contains(runbook.substring(runbook.indexOf('#') + 1));
      assertThat(alert.at("/labels/severity").asText()).isIn("critical", "warning", "info");
      assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
      assertThat(alert.path("for").asText()).matches("\\d+m");
    }
  }

  /** As the places that show Markdown make it of a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w -]", "")
        .replace(' ', '-');
  }

  @Test
  void panelsDoNotOverlapAndEachSaysWhatItShows() throws IOException {
    Set<String> taken = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : dashboard().path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      JsonNode place = panel.path("gridPos");
      for (int x = place.path("x").asInt();
          x < place.path("x").asInt() + place.path("w").asInt();
          x++) {
        for (int y = place.path("y").asInt();
            y < place.path("y").asInt() + place.path("h").asInt();
            y++) {
          assertThat(taken.add(x + "," + y)).as(panel.path("title").asText()).isTrue();
        }
      }
      if (!panel.path("type").asText().equals("row")) {
        assertThat(panel.path("description").asText()).isNotBlank();
      }
    }
  }

  @Test
  void prometheusReadsTheRulesThatStandBesideIt() throws IOException {
    JsonNode prometheus = yaml(Path.of("deploy/prometheus/prometheus.yml"));
    assertThat(prometheus.at("/rule_files/0").asText()).isEqualTo(ALERTS.getFileName().toString());
    assertThat(prometheus.at("/scrape_configs/0/metrics_path").asText()).isEqualTo("/metrics");
    assertThat(Files.readString(ALERTS))
        .contains("job=\"%s\"".formatted(prometheus.at("/scrape_configs/0/job_name").asText()));
  }

  private static List<JsonNode> alerts() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    yaml(ALERTS).path("groups").forEach(group -> group.path("rules").forEach(all::add));
    return all;
  }

  private static JsonNode dashboard() throws IOException {
    return new ObjectMapper().readTree(DASHBOARD.toFile());
  }

  private static JsonNode yaml(Path file) throws IOException {
    return new ObjectMapper(new YAMLFactory()).readTree(file.toFile());
  }
}
