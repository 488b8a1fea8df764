package org.sortingoffice.testing;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;

/**
 * A whole Sorting Office, started for a test: API and worker, a database and a simulated provider
 * of its own. Tests see it from outside, over HTTP, and look into the database where the contract
 * speaks of rows. Whatever it answers is held against docs/api/openapi.yaml.
 */
public final class RunningOffice implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final OpenApiDocument CONTRACT = OpenApiDocument.read();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Simulator simulator;
  private final DatabaseAddress address;
  private final TestRows rows;
  private SortingOffice office;

  private RunningOffice(Simulator simulator, DatabaseAddress address) {
    this.simulator = simulator;
    this.address = address;
    this.rows = new TestRows(TestDatabase.dataSource(address));
  }

  /**
   * Starts one with everything in one process.
   *
   * @param database the name of its new database
   * @param settings win over application.properties
   */
  public static RunningOffice start(String database, Map<String, String> settings) {
    return startAt(TestDatabase.migrated(database), settings);
  }

  /** Starts one on a database that is there. */
  public static RunningOffice startAt(DatabaseAddress address, Map<String, String> settings) {
    Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPort(0));
    RunningOffice running = new RunningOffice(simulator, address);
    running.open(settings);
    return running;
  }

  /** Starts one with the settings as they are. */
  public static RunningOffice start(String database) {
    return start(database, Map.of());
  }

  /** Opens another office on the same database and simulator; the one before must be closed. */
  public void open(Map<String, String> settings) {
    office = SortingOffice.openWith(settingsOf(settings));
  }

  /** Closes the office but keeps its database and simulator. */
  public void closeOffice() {
    office.close();
    office = null;
  }

  /** The settings that lead to this database and this simulator, and more. */
  public Map<String, String> settingsOf(Map<String, String> more) {
    Map<String, String> all = new HashMap<>();
    all.put("http.port", "0");
    all.put("management.port", "0");
    all.put("database.url", address.jdbcUrl());
    all.put("database.user", address.user());
    all.put("database.password", address.password());
    all.put("provider.url", simulator.baseUrl().toString());
    all.putAll(more);
    return all;
  }

  public SortingOffice office() {
    return office;
  }

  /** What is in its database. */
  public TestRows rows() {
    return rows;
  }

  public Simulator simulator() {
    return simulator;
  }

  public URI uri(String path) {
    return office.api().resolve(path);
  }

  /** A request to the API, to be completed and sent. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30));
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return sendAsync(request).join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof AssertionError broken) {
        throw broken;
      }
      throw failure;
    }
  }

  /** Sends a request; an answer that docs/api/openapi.yaml does not know is an AssertionError. */
  public CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenApply(
            answer -> {
              if (!request.uri().getPath().startsWith("/console")) {
                CONTRACT.assertKnown(request, answer);
              }
              return answer;
            });
  }

  /** A ticket about to be posted; the key may be null. */
  public HttpRequest.Builder ticketRequest(String key, String json) {
    HttpRequest.Builder request =
        request("/v1/tickets")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json));
    return key == null ? request : request.header("Idempotency-Key", key);
  }

  /** Posts a ticket; the key may be null. */
  public HttpResponse<String> postTicket(String key, String json) {
    return send(ticketRequest(key, json));
  }

  /** Posts a good ticket and returns the number of its job. */
  public long postGoodTicket(String subject) {
    return postGoodTicketWith(subject, "It should have been here on Monday.");
  }

  /** Posts a good ticket with this text and returns the number of its job. */
  public long postGoodTicketWith(String subject, String body) {
    HttpResponse<String> answer = postTicket(null, ticket("C-0022", subject, body));
    if (answer.statusCode() != 202) {
      throw new AssertionError(
          "a good ticket was answered " + answer.statusCode() + ": " + answer.body());
    }
    return json(answer).path("job_id").asLong();
  }

  public HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  public HttpResponse<String> post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  /** The job as the API shows it. */
  public JsonNode job(long id) {
    return json(get("/v1/jobs/" + id));
  }

  /** Waits until the API shows the job in this state; fails at once when it ends in another. */
  public JsonNode awaitJob(long id, String state) {
    return await("job " + id + " is " + state)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> jobOnItsWayTo(id, state), job -> job.path("state").asText().equals(state));
  }

  private JsonNode jobOnItsWayTo(long id, String wanted) {
    JsonNode job = job(id);
    String state = job.path("state").asText();
    if (!state.equals(wanted) && !state.equals("queued") && !state.equals("running")) {
      throw new AssertionError("job should become " + wanted + ", but is " + job);
    }
    return job;
  }

  /** Waits until no job is queued or running. */
  public void awaitAllOver(Duration atMost) {
    await("all jobs are over")
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> rows.count("jobs where state in ('queued', 'running')") == 0);
  }

  /** Tells the simulator how to behave: a mode as its API takes it. */
  public void provider(String modeJson) {
    HttpRequest request =
        HttpRequest.newBuilder(simulator.baseUrl().resolve("/admin/mode"))
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(modeJson))
            .build();
    HttpResponse<String> answer = exchange(request);
    if (answer.statusCode() >= 300) {
      throw new AssertionError("the simulator refused " + modeJson + ": " + answer.body());
    }
  }

  /** The simulator's call log. */
  public JsonNode calls(String query) {
    return json(
        exchange(
            HttpRequest.newBuilder(simulator.baseUrl().resolve("/admin/calls" + query)).build()));
  }

  /** How many calls the provider got in all. */
  public long callCount() {
    return calls("").path("total").asLong();
  }

  /** Empties the simulator's call log. */
  public void forgetCalls() {
    exchange(HttpRequest.newBuilder(simulator.baseUrl().resolve("/admin/calls")).DELETE().build());
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    return http.sendAsync(request, BodyHandlers.ofString()).join();
  }

  public static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON of a ticket. */
  public static String ticket(String customer, String subject, String body) {
    return JSON.createObjectNode()
        .put("customer_id", customer)
        .put("subject", subject)
        .put("body", body)
        .toString();
  }

  @Override
  public void close() {
    if (office != null) {
      office.close();
    }
    simulator.close();
  }
}
