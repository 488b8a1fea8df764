package org.sortingoffice.model;

import java.util.List;
import java.util.Map;

/** Time passes. The database's clock decides, so it is the moments that are moved. */
enum TimePasses implements Action {
  /** Every lease ends. */
  LEASES("update jobs set lease_until = now() - interval '1 second' where state = 'running'"),
  /** Every wait is over. */
  WAITS(
      "update jobs set run_at = now() - interval '1 second' where state = 'queued' and run_at > now()"),
  /** The time for which the gate was closed is over. */
  GATE("update provider_gate set until = now() - interval '1 second' where reason is not null"),
  /** The time that a probe has is over. */
  PROBE(
      "update provider_gate set probe_until = now() - interval '1 second' where probe_until > now()");

  private final String sql;

  TimePasses(String sql) {
    this.sql = sql;
  }

  @Override
  public List<Map<String, Object>> perform(
      ModelDatabase database, Statements statements, Knowledge knowledge) {
    return database.sql(sql);
  }

  @Override
  public Expectation expect(Facts before, Knowledge knowledge, List<Map<String, Object>> rows) {
    return new Expectation(later(before), knowledge, "0 row(s)");
  }

  Facts later(Facts before) {
    GateFacts gate = before.gate();
    return switch (this) {
      case LEASES -> before.withEachJob(job -> job.withTime(job.due(), job.running()));
      case WAITS -> before.withEachJob(job -> job.withTime(job.queued(), job.leaseEnded()));
      case GATE ->
          before.with(
              new GateFacts(
                  gate.reason(), !gate.open(), gate.consecutive(), gate.probing(), gate.prober()));
      case PROBE -> before.with(gate.withoutProbe());
    };
  }
}
