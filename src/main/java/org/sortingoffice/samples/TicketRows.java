package org.sortingoffice.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.sortingoffice.database.SqlFile;
import org.sortingoffice.intake.TicketRequest;

/** Writes batches of sample tickets, each batch with one statement and in one commit. */
final class TicketRows {
  private final String acceptTickets = SqlFile.read("load-tickets.sql");
  private final String writeDeadLetters = SqlFile.read("load-dead-letters.sql");
  private final ObjectMapper json =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /** Accepts tickets as the API does: they are queued and due. */
  Numbers accept(Connection connection, List<TicketRequest> tickets) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(acceptTickets)) {
      List<Function<TicketRequest, String>> columns =
          List.of(
              TicketRequest::customerId,
              TicketRequest::subject,
              TicketRequest::body,
              TicketRequest::metadataJson,
              TicketRequest::actor,
              TicketRequest::fingerprint);
      for (int i = 0; i < columns.size(); i++) {
        Object[] column = tickets.stream().map(columns.get(i)).toArray();
        statement.setArray(i + 1, connection.createArrayOf("text", column));
      }
      return numbers(statement);
    }
  }

  /** Writes jobs that were set aside, with their history. */
  Numbers setAside(Connection connection, List<DeadLetter> letters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(writeDeadLetters)) {
      statement.setString(1, json.writeValueAsString(letters));
      return numbers(statement);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records can always be written", e);
    }
  }

  private static Numbers numbers(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return Numbers.of(row);
    }
  }
}
