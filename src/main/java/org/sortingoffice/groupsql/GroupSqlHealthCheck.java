package org.sortingoffice.groupsql;

import java.util.Map;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/** Down while the last statement did not reach the database. */
final class GroupSqlHealthCheck extends AbstractHealthCheck {
  private final GroupWriter writer;

  GroupSqlHealthCheck(String id, GroupWriter writer) {
    super("camel", "producer:group-sql-" + id);
    this.writer = writer;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    builder.detail("waiting", writer.waiting());
    String away = writer.away();
    if (away == null) {
      builder.up();
    } else {
      builder.down().message("The database is away: " + away);
    }
  }
}
