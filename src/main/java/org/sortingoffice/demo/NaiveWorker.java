package org.sortingoffice.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/**
 * The worker that people write first: take the job, call, save, call, save. It is here to show what
 * the rules are for, and exists nowhere else.
 */
final class NaiveWorker {
  private static final List<String> STEPS = List.of("classify", "draft_reply", "embed");

  private final DataSource database;
  private final URI provider;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  NaiveWorker(DataSource database, URI provider) {
    this.database = database;
    this.provider = provider;
  }

  /**
   * Works on a job from its start.
   *
   * @param lost whether the worker is lost after its last save, before it can mark the job
   */
  void deliver(long job, boolean lost) throws IOException, InterruptedException, SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop index if exists ai_runs_one_per_job_task");
      for (String step : STEPS) {
        save(connection, job, step, call(step));
      }
      if (!lost) {
        statement.execute(
            "update jobs set state = 'succeeded', finished_at = now() where id = " + job);
      }
    }
  }

  private String call(String step) throws IOException, InterruptedException {
    boolean embeds = step.equals("embed");
    String body =
        embeds
            ? "{\"model\":\"embed-small-384-v1\",\"input\":\"Parcel is late\",\"dimensions\":384}"
            : "{\"model\":\"small-chat-v1\",\"messages\":[{\"role\":\"user\",\"content\":\"Parcel is late\"}]}";
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(provider + (embeds ? "/embeddings" : "/chat/completions")))
            .header("Content-Type", "application/json")
            .header("X-Step", step)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  private static void save(Connection connection, long job, String step, String output)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into ai_runs (job_id, task, output) values (?, ?, ?::jsonb)")) {
      insert.setLong(1, job);
      insert.setString(2, step);
      insert.setString(3, output);
      insert.executeUpdate();
    }
  }
}
