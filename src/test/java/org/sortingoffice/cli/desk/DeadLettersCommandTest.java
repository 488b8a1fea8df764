package org.sortingoffice.cli.desk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.access.TestKeys;
import org.sortingoffice.cli.SortingOfficeCommand;
import org.sortingoffice.cli.Terminal;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.samples.SampleLoad;
import org.sortingoffice.samples.SampleResults;
import org.sortingoffice.testing.RunningOffice;
import picocli.CommandLine;

/** The desk at a terminal, against a running office with keys. */
class DeadLettersCommandTest {
  private static final int LOADED = 250;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;

  private static RunningOffice office;
  private static Path writer;
  private static Path reader;
  private static SampleLoad load;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    DatabaseAddress address = TestDatabase.migrated("dead_letters_command");
    office = RunningOffice.startAt(address, Map.of("claim.poll.millis", "100"));
    TestKeys keys = new TestKeys(address);
    writer = Files.writeString(folder.resolve("writer"), keys.create("writer", "ops:write") + "\n");
    reader = Files.writeString(folder.resolve("reader"), keys.create("reader", "ops:read"));
    load =
        new SampleLoad(
            TestDatabase.dataSource(address),
            new SampleResults(
                BigDecimal.ONE,
                BigDecimal.ONE,
                List.of("billing", "delivery", "technical", "account", "returns", "general"),
                "small-chat-v1",
                "small-chat-v1"),
            (done, all) -> {});
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> office.get("/v1/jobs").statusCode() == 401);
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void load() throws SQLException {
    office
        .rows()
        .change("update redrive_items set state = 'cancelled', at = now() where state = 'pending'");
    office
        .rows()
        .change("update redrives set state = 'cancelled', ended_at = now() where ended_at is null");
    office.rows().change("delete from jobs where state in ('dead_letter', 'failed')");
    load.run(0, LOADED, 42);
  }

  @Test
  void groupsAreShownForPeopleAndForPrograms() throws IOException {
    assertThat(run(reader, "groups")).isZero();
    String table = out.toString();
    assertThat(table.lines().findFirst().orElseThrow())
        .matches("GROUP +JOBS +WHEN +LAST +STEP +ERROR");
    assertThat(table).contains("ProviderUnavailable: ", "250 jobs in all");

    JsonNode answer = json(reader, "groups", "--state", "failed", "--json");
    assertThat(answer.path("total").asInt()).isBetween(1, LOADED - 1);
    assertThat(answer.path("groups").findValuesAsText("state")).containsOnly("failed");
  }

  @Test
  void theListGoesOverSeveralPagesAndSaysHowManyThereAre() throws IOException {
    assertThat(run(reader, "list", "--limit", "230")).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains("T-5"))).hasSize(230);
    assertThat(out.toString()).contains("230 of 250. --limit shows more, export all.");

    assertThat(json(reader, "list", "--limit", "230", "--json").path("jobs")).hasSize(230);
    assertThat(json(reader, "list", "--text", "no such thing", "--json").path("jobs")).isEmpty();
  }

  @Test
  void aJobIsShownWithItsHistory() throws IOException {
    long job = someJob();

    assertThat(run(reader, "show", String.valueOf(job))).isZero();

    assertThat(out.toString())
        .contains("state", "dead_letter", "attempts", "DELIVERY  STARTED", "OUTCOME");
    assertThat(json(reader, "show", String.valueOf(job), "--json").path("job_id").asLong())
        .isEqualTo(job);
    assertThat(run(reader, "show", "999999999")).isEqualTo(3);
    assertThat(err.toString()).contains("Check the job id");
  }

  @Test
  void whatATicketSaysCannotSteerTheTerminal() {
    long job = someJob();
    office
        .rows()
        .change(
            "update tickets set subject = E'\\x1b[2Jgone' where number = (select ticket_number from jobs where id = ?)",
            job);

    run(reader, "show", String.valueOf(job));

    assertThat(out.toString()).contains("[2Jgone").doesNotContain("\u001b");
  }

  @Test
  void oneJobIsSentAgainAndOnlyOnce() {
    long job = someJob();
    office.provider("{\"mode\":\"normal\"}");

    assertThat(run(writer, "retry", String.valueOf(job), "--reason", "tried by hand")).isZero();

    assertThat(out.toString()).contains("Job %d is queued again.".formatted(job));
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> state(job).equals("succeeded"));
    assertThat(run(writer, "retry", String.valueOf(job))).isEqualTo(5);
    assertThat(err.toString()).contains("Job %d is succeeded.".formatted(job));
    assertThat(
            office
                .rows()
                .count(
                    "audit where operator = 'writer' and reason = 'tried by hand' and job_id = "
                        + job))
        .isEqualTo(1);
  }

  @Test
  void ofSeveralJobsEachIsToldAndTheExitCodeSaysThatOneWasNot() {
    long job = someJob();

    assertThat(run(writer, "retry", String.valueOf(job), "999999999")).isEqualTo(3);

    assertThat(out.toString()).contains("Job %d is queued again.".formatted(job));
    assertThat(err.toString()).contains("Job 999999999: ");
  }

  @Test
  void aRedriveIsShownFirstAndSendsAllThatWasShown() {
    long matching =
        office
            .rows()
            .count("jobs where state = 'dead_letter' and last_error like 'ProviderUnavailable%'");

    int code =
        run(
            writer,
            "retry",
            "--error",
            "ProviderUnavailable",
            "--state",
            "dead_letter",
            "--rate",
            "400",
            "--reason",
            "the outage is over",
            "--yes");

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(matching + " jobs would be sent again at 400 a second, in about ")
        .contains("is done: %d jobs sent again.".formatted(matching));
    assertThat(
            office
                .rows()
                .count(
                    "redrives where state = 'done' and reason = 'the outage is over' and operator = 'writer'"))
        .isEqualTo(1);
  }

  @Test
  void aTrialRunSendsNothingAndNothingIsSentWithoutAnAnswer() throws IOException {
    JsonNode trial = json(writer, "retry", "--all", "--dry-run", "--json");
    assertThat(trial.path("count").asInt()).isEqualTo(LOADED);
    assertThat(run(writer, "retry", "--all", "--reason", "x")).isEqualTo(2);
    assertThat(err.toString()).contains("add --yes if that is meant");
    assertThat(run(writer, "retry", "--all", "--yes")).isEqualTo(2);
    assertThat(err.toString()).contains("needs a --reason");
    assertThat(run(writer, "retry", "--text", "no such thing", "--yes", "--reason", "x"))
        .isEqualTo(3);
    assertThat(run(writer, "retry")).isEqualTo(2);
    assertThat(run(writer, "retry", "1", "--all")).isEqualTo(2);

    assertThat(office.rows().count("jobs where state in ('dead_letter', 'failed')"))
        .isEqualTo(LOADED);
  }

  @Test
  void aPersonIsAskedWhyAndWhetherAndSeesHowFarItIs() {
    Answering person = new Answering(List.of("the outage is over", "yes"));

    int code =
        new CommandLine(new RetryCommand(person))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute("--url", url(), "--key-file", writer.toString(), "--all", "--rate", "300");

    assertThat(code).as(err.toString()).isZero();
    assertThat(person.asked)
        .containsExactly(
            "Why? It stands in the history:", "Send 250 jobs again? Type yes to go on:");
    assertThat(out.toString()).contains("\r", " of 250", "is done: 250 jobs sent again.");
  }

  @Test
  void aPersonWhoSaysNoSendsNothing() {
    int code =
        new CommandLine(new RetryCommand(new Answering(List.of("no"))))
            .setOut(new PrintWriter(out, true))
            .execute("--url", url(), "--key-file", writer.toString(), "--all", "--reason", "x");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("Nothing was sent.");
    assertThat(office.rows().count("jobs where state in ('dead_letter', 'failed')"))
        .isEqualTo(LOADED);
  }

  @Test
  void aRedriveUnderWayIsInTheWayAndCanBeEndedFromHere() throws IOException {
    JsonNode started =
        json(
            writer,
            "retry",
            "--all",
            "--rate",
            "0.5",
            "--reason",
            "slowly",
            "--yes",
            "--detach",
            "--json");
    String redrive = started.path("redrive_id").asText();

    assertThat(run(writer, "retry", "--all", "--reason", "again", "--yes")).isEqualTo(5);
    assertThat(err.toString())
        .contains("Redrive %s of these jobs is under way.".formatted(redrive));
    assertThat(json(writer, "redrive", redrive, "--pause", "--json").path("state").asText())
        .isEqualTo("paused");
    assertThat(run(writer, "redrive", redrive, "--cancel")).isZero();
    assertThat(run(writer, "redrive", redrive)).isEqualTo(6);
    assertThat(out.toString()).contains("was cancelled");
  }

  /** A person presses Ctrl-C: the watching ends, the redrive does not. */
  @Test
  void ctrlCEndsTheWatchingAndTheRedriveGoesOn() throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.sortingoffice.Main",
                "dead-letters",
                "retry",
                "--url",
                url(),
                "--key-file",
                writer.toString(),
                "--all",
                "--rate",
                "1",
                "--reason",
                "interrupted",
                "--yes")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  office.rows().count("redrives where reason = 'interrupted' and retried > 0")
                      == 1);

      new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(130);
      assertThat(Files.readString(said)).contains("The redrive goes on at the office.");
      assertThat(office.rows().value("select state from redrives where reason = 'interrupted'"))
          .isEqualTo("running");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theExportIsATableInWhichNothingIsAFormula_Q68() throws IOException {
    long job = someJob();
    office
        .rows()
        .change(
            "update tickets set subject = '=HYPERLINK(\"http://evil\")' where number = (select ticket_number from jobs where id = ?)",
            job);
    office.rows().change("update jobs set last_error = '@SUM(1), \"x\"' where id = ?", job);
    Path file = folder.resolve("export.csv");

    assertThat(run(reader, "export", "-o", file.toString())).isZero();

    List<CSVRecord> rows =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(Files.readString(file)))
            .getRecords();
    assertThat(rows).hasSize(LOADED);
    CSVRecord ours =
        rows.stream()
            .filter(row -> row.get("job_id").equals(String.valueOf(job)))
            .findFirst()
            .orElseThrow();
    assertThat(ours.get("subject")).isEqualTo("'=HYPERLINK(\"http://evil\")");
    assertThat(ours.get("last_error")).isEqualTo("'@SUM(1), \"x\"");
    for (CSVRecord row : rows) {
      row.forEach(cell -> assertThat(cell).doesNotMatch("(?s)^[=+\\-@\t\r].*"));
    }
  }

  @Test
  void theExportIsAlsoOneObjectALine() throws IOException {
    assertThat(run(reader, "export", "--format", "jsonl", "--state", "dead_letter")).isZero();

    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize((int) office.rows().count("jobs where state = 'dead_letter'"));
    assertThat(JSON.readTree(lines.get(0)).path("job_id").isNumber()).isTrue();
  }

  @Test
  void whoMayNotIsToldSo_H62() {
    long job = someJob();

    assertThat(run(reader, "retry", String.valueOf(job))).isEqualTo(4);
    assertThat(err.toString()).contains("needs a key with the role ops:write");
    assertThat(state(job)).isEqualTo("dead_letter");
    assertThat(run(reader, "retry", "--all", "--reason", "x", "--yes")).isEqualTo(4);
  }

  @Test
  void withoutAKeyItIsToldWhereToPutOne() {
    assertThat(commandLine().execute("dead-letters", "groups", "--url", url())).isEqualTo(4);
    assertThat(err.toString()).contains("SORTING_OFFICE_KEY", "--key-file");
  }

  @Test
  void whereNoOfficeAnswersItIsToldSo() {
    assertThat(commandLine().execute("dead-letters", "groups", "--url", "http://127.0.0.1:1"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("No office answers at http://127.0.0.1:1");
    assertThat(commandLine().execute("dead-letters", "groups", "--url", "localhost:8080"))
        .isEqualTo(2);
  }

  private static long someJob() {
    return (Long)
        office
            .rows()
            .value(
                "select min(id) from jobs where state = 'dead_letter' and last_error like 'ProviderUnavailable%'");
  }

  private static String state(long job) {
    return (String) office.rows().value("select state from jobs where id = ?", job);
  }

  private static String url() {
    return office.uri("/").toString();
  }

  private JsonNode json(Path key, String... arguments) throws IOException {
    out.getBuffer().setLength(0);
    assertThat(run(key, arguments)).as(err.toString()).isZero();
    return JSON.readTree(out.toString());
  }

  private int run(Path key, String... arguments) {
    List<String> all = new ArrayList<>(List.of("dead-letters", arguments[0]));
    all.addAll(List.of("--url", url(), "--key-file", key.toString()));
    all.addAll(List.of(arguments).subList(1, arguments.length));
    return commandLine().execute(all.toArray(String[]::new));
  }

  private CommandLine commandLine() {
    return SortingOfficeCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
  }

  private static final class Answering implements Terminal {
    private final List<String> asked = new ArrayList<>();
    private final List<String> answers;

    Answering(List<String> answers) {
      this.answers = answers;
    }

    @Override
    public boolean attached() {
      return true;
    }

    @Override
    public String ask(String question) {
      asked.add(question);
      return answers.get(asked.size() - 1);
    }
  }
}
