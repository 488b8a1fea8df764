package org.sortingoffice.access;

import io.github.bucket4j.Bucket;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.database.SqlFile;

/**
 * Notes in {@code audit} what somebody was refused, at most thirty times a minute for each: a
 * program that tries for ever shall not fill the table.
 */
public final class Denials {
  private static final Logger LOG = LoggerFactory.getLogger(Denials.class);
  private static final int A_MINUTE = 30;

  private final String insert = SqlFile.read("audit-denial.sql");
  private final Map<String, Bucket> budgets = new ConcurrentHashMap<>();
  private final DataSource database;

  /**
   * @param database where the audit is
   */
  public Denials(DataSource database) {
    this.database = database;
  }

  /** Notes it. When that cannot be done, the request is refused all the same. */
  void note(Operator operator, String subject, Role needed) {
    if (!budgets.computeIfAbsent(operator.name(), name -> budget()).tryConsume(1)) {
      return;
    }
    LOG.warn("{} was refused {}: it needs {}", operator.name(), subject, needed.label());
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setString(1, operator.name());
      statement.setString(2, subject);
      statement.setString(3, needed.label());
      statement.executeUpdate();
    } catch (SQLException failure) {
      LOG.warn("the audit could not be written: {}", failure.getMessage());
    }
  }

  private static Bucket budget() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(A_MINUTE).refillGreedy(A_MINUTE, Duration.ofMinutes(1)))
        .build();
  }
}
