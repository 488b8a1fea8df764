package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.TestRows;

/** Through which gate a claim lets jobs, where there are two providers. */
class ClaimThroughGatesTest {
  private static final String CLOSED = "now() + interval '1 hour'";
  private static final String OVER = "now()";
  private static TestRows rows;

  @BeforeAll
  static void migrate() {
    DataSource database = TestDatabase.migratedDataSource("claim_through_gates");
    rows = new TestRows(database);
    rows.change("insert into provider_gate (provider) values ('fallback')");
  }

  @BeforeEach
  void threeJobsAndOpenGates() {
    rows.change(
        "update provider_gate set reason = null, until = null, closed_at = null, probe_until = null,"
            + " probe_job = null, probe_delivery = null");
    rows.change("truncate tickets, jobs cascade");
    rows.change(
        """
        with ticket as (
          insert into tickets (customer_id, subject, body)
          select 'C-1', 's', 'b' from generate_series(1, 3) as i
          returning number
        )
        insert into jobs (ticket_number, actor, request_sha256)
        select number, 'customer:C-1', 'v1:x' from ticket
        """);
  }

  @Test
  void whileTheFirstIsOpenJobsComeThroughIt() throws Exception {
    assertThat(claim(true)).containsExactly("default", "default", "default");
  }

  @Test
  void whileOnlyTheFallbackIsOpenJobsComeThroughIt() throws Exception {
    close("default", CLOSED);

    assertThat(claim(true)).containsExactly("fallback", "fallback", "fallback");
  }

  @Test
  void aWorkerWithoutAFallbackTakesNoneThroughIt() throws Exception {
    close("default", CLOSED);

    assertThat(claim(false)).isEmpty();
  }

  @Test
  void oneOfThemIsTheProbeOfTheFirstWhenItsTimeIsOver() throws Exception {
    close("default", OVER);

    assertThat(claim(true)).containsExactlyInAnyOrder("probe of default", "fallback", "fallback");
    assertThat(
            rows.value(
                "select probe_job in (select id from jobs where delivery = probe_delivery)"
                    + " from provider_gate where provider = 'default'"))
        .isEqualTo(true);
  }

  @Test
  void nobodyLooksWhetherTheFallbackIsWellWhileTheFirstIs() throws Exception {
    close("fallback", OVER);

    assertThat(claim(true)).containsExactly("default", "default", "default");
    assertThat(rows.count("provider_gate where probe_until is not null")).isZero();
  }

  @Test
  void whenBothAreClosedNobodyIsClaimed() throws Exception {
    close("default", CLOSED);
    close("fallback", CLOSED);

    assertThat(claim(true)).isEmpty();
  }

  @Test
  void whenTheTimeOfBothIsOverEachGetsOneProbeTheFirstFirst() throws Exception {
    close("default", OVER);
    close("fallback", OVER);

    assertThat(claim(true)).containsExactly("probe of default");
    assertThat(claim(true)).containsExactly("probe of fallback");
    assertThat(claim(true)).isEmpty();
  }

  @Test
  void theFallbackIsAskedFirstWhenItsTimeIsOverFirst() throws Exception {
    close("default", CLOSED);
    close("fallback", OVER);

    assertThat(claim(true)).containsExactly("probe of fallback");
  }

  /** Contract 29: it may kill its worker, and all others would wait for the next probe. */
  @Test
  void aJobThatMayKillItsWorkerIsTheProbeOnlyWhenNothingElseIsDue() throws Exception {
    long suspect = oneThatLostItsWorkerTwice();
    close("default", OVER);

    for (int i = 0; i < 2; i++) {
      assertThat(claim(false)).containsExactly("probe of default");
      assertThat(prober()).isNotEqualTo(suspect);
      rows.change("update provider_gate set probe_until = null");
    }
    assertThat(claim(false)).containsExactly("probe of default");
    assertThat(prober()).isEqualTo(suspect);
  }

  @Test
  void itIsTheProbeAlsoOfAWorkerThatClaimsThroughTheFallbackOnlyWhenNothingElseIsDue()
      throws Exception {
    long suspect = oneThatLostItsWorkerTwice();
    close("default", OVER);

    assertThat(claim(true)).containsExactlyInAnyOrder("probe of default", "fallback", "fallback");
    assertThat(prober()).isNotEqualTo(suspect);
  }

  @Test
  void whileTheGateIsOpenItGoesFirst() throws Exception {
    long suspect = oneThatLostItsWorkerTwice();

    claim(false, 1);

    assertThat(rows.value("select id from jobs where state = 'running'")).isEqualTo(suspect);
  }

  private static long oneThatLostItsWorkerTwice() {
    rows.change("update jobs set losses = 2 where id = (select max(id) from jobs)");
    return (Long) rows.value("select id from jobs where losses = 2");
  }

  private static Object prober() {
    return rows.value("select probe_job from provider_gate where provider = 'default'");
  }

  @Test
  void aFallbackThatNoWorkerHasAnyMoreIsNotShown() throws Exception {
    String shown = StatementText.read("provider.sql", Map.of());
    rows.change(
        "update provider_gate set in_use_until = now() - interval '1 second' where provider = 'fallback'");
    assertThat((String) rows.value(shown)).contains("\"fallback\": null");

    rows.change(StatementText.read("keep-gate.sql", Map.of()));
    assertThat((String) rows.value(shown)).contains("\"fallback\": {");
    assertThat(rows.change(StatementText.read("keep-gate.sql", Map.of())))
        .as("once a minute is enough")
        .isZero();
  }

  private static void close(String provider, String until) {
    rows.change(
        "update provider_gate set reason = 'rate_limited', closed_at = now(), until = "
            + until
            + " where provider = ?",
        provider);
  }

  /** Through which gate each job came. */
  private static List<String> claim(boolean hasFallback) throws IOException, SQLException {
    return claim(hasFallback, 10);
  }

  private static List<String> claim(boolean hasFallback, int free)
      throws IOException, SQLException {
    Map<String, String> values = new HashMap<>(StatementText.VALUES);
    values.put("bean:heldJobs?method=ask", String.valueOf(free));
    values.put("bean:providerGate?method=hasFallback", "'" + hasFallback + "'");
    List<String> gates = new ArrayList<>();
    try (Connection connection = rows.connect();
        ResultSet row =
            connection
                .createStatement()
                .executeQuery(StatementText.read("claim-jobs.sql", values))) {
      while (row.next()) {
        String provider = row.getString("provider");
        gates.add(
            (row.getBoolean("probe") ? "probe of " : "")
                + (provider == null ? "default" : provider));
      }
    }
    return gates;
  }
}
