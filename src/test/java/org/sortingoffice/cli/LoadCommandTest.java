package org.sortingoffice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.simulator.Simulator;
import org.sortingoffice.simulator.SimulatorSettings;
import org.sortingoffice.testing.OfficeProcess;
import org.sortingoffice.testing.TestRows;
import picocli.CommandLine;

/** Contract 36 as a person meets it: what is asked, said and returned. */
class LoadCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private TestRows rows;

  @BeforeEach
  void useADatabaseOfItsOwn(TestInfo test) {
    DatabaseAddress address =
        TestDatabase.fresh("load_command_" + Integer.toHexString(test.getDisplayName().hashCode()));
    rows = new TestRows(TestDatabase.dataSource(address));
    System.setProperty("database.url", address.jdbcUrl());
    System.setProperty("database.user", address.user());
    System.setProperty("database.password", address.password());
  }

  @AfterEach
  void forgetIt() {
    System.clearProperty("database.url");
    System.clearProperty("database.user");
    System.clearProperty("database.password");
  }

  @Test
  void twoHundredTicketsAreLoadedWhenNoNumberIsGiven() {
    assertThat(load(nobody())).isZero();

    assertThat(rows.count("tickets")).isEqualTo(200);
    assertThat(out.toString())
        .startsWith("Database: jdbc:postgresql://")
        .contains("200 tickets from ", "T-500001 to T-500200, jobs 1 to 200")
        .containsPattern("curl http://127\\.0\\.0\\.1:8080/v1/jobs/1\\R")
        .doesNotContain("\r", "\u001B");
  }

  @Test
  void deadLettersAreListedByKind() {
    assertThat(load(nobody(), "10", "--dead-letters", "48")).isZero();

    assertThat(rows.count("jobs")).isEqualTo(58);
    assertThat(out.toString())
        .contains("48 jobs set aside, T-500001 to T-500048, jobs 1 to 48")
        .contains("dead_letter  ProviderUnavailable: the provider answered 503")
        .contains("curl -X POST http://127.0.0.1:8080/v1/jobs/1/retry");
  }

  @Test
  void progressIsForTerminalsOnly() {
    assertThat(load(somebodyWhoAnswers("yes"), "1500")).isZero();

    assertThat(out.toString()).contains("\r1 000 of 1 500 tickets, ", " per second");
  }

  @Test
  void resetAsksAndGoesOnAfterYes() {
    load(nobody(), "1234");
    Answering person = somebodyWhoAnswers("yes");

    assertThat(load(person, "0", "--reset")).isZero();

    assertThat(person.asked)
        .startsWith("This deletes 1 234 tickets in ")
        .endsWith(". Type yes to go on:");
    assertThat(rows.count("tickets")).isZero();
    assertThat(out.toString()).contains("Deleted 1 234 tickets.");
  }

  @Test
  void resetChangesNothingAfterAnyOtherAnswer() {
    load(nobody(), "5");

    assertThat(load(somebodyWhoAnswers("y"), "7", "--reset")).isEqualTo(1);

    assertThat(rows.count("tickets")).isEqualTo(5);
    assertThat(out.toString()).contains("Nothing was deleted.");
  }

  @Test
  void resetIsRefusedWhenThereIsNobodyToAsk() {
    load(nobody(), "5");

    assertThat(load(nobody(), "--reset")).isEqualTo(2);

    assertThat(rows.count("tickets")).isEqualTo(5);
    assertThat(err.toString()).contains("add --yes if that is meant");
  }

  @Test
  void yesAnswersTheQuestionAndNumberingStartsAgain() {
    load(nobody(), "5", "--dead-letters", "3");

    assertThat(load(nobody(), "6", "--reset", "--yes")).isZero();

    assertThat(rows.count("tickets")).isEqualTo(6);
    assertThat(rows.value("select min(id) from jobs")).isEqualTo(1L);
    assertThat(rows.value("select max(number) from tickets")).isEqualTo(500_006L);
  }

  @Test
  void wrongNumbersAreRefused() {
    assertThat(load(nobody(), "-1")).isEqualTo(2);
    assertThat(load(nobody(), "many")).isEqualTo(2);
    assertThat(load(nobody(), "1", "--dead-letters", "1000001")).isEqualTo(2);
    assertThat(err.toString()).contains("numbers from 0 to 1 000 000");
  }

  @Test
  void anOfficeOnTheEmbeddedDatabaseIsJoinedAndWorksOnWhatIsLoaded() throws Exception {
    Path log = folder.resolve("office.log");
    try (Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPort(0));
        OfficeProcess office =
            OfficeProcess.start(
                Map.of(
                    "data.dir",
                    folder.resolve("data").toString(),
                    "provider.url",
                    simulator.baseUrl().toString()),
                log)) {
      // Loaded while the office is still starting: it is waited for.
      Awaitility.await().until(() -> Files.exists(folder.resolve("data/lock")));
      String said = loadInAProcess("30", "--dead-letters", "2");
      office.awaitAnswer();

      assertThat(said)
          .contains("embedded PostgreSQL of the office that is running", "30 tickets from ");
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> office.get("/v1/jobs/32").path("state").asText().equals("succeeded"));
      assertThat(office.get("/v1/jobs/1").path("state").asText()).isEqualTo("dead_letter");

      assertThat(loadInAProcess("1", "--reset", "--yes")).contains("Deleted 32 tickets.");
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> office.get("/v1/jobs/1").path("state").asText().equals("succeeded"));
      assertThat(office.get("/v1/jobs/2").path("status").asInt()).isEqualTo(404);
    }
  }

  @Test
  void withoutAnOfficeTheEmbeddedDatabaseIsStartedForTheLoadAndStopped() throws Exception {
    assertThat(loadInAProcess("3")).contains("No office is running on this database now.");
    assertThat(loadInAProcess("3")).contains("T-500004 to T-500006");
    assertThat(folder.resolve("data/postgres/postmaster.pid")).doesNotExist();
  }

  private String loadInAProcess(String... arguments) throws Exception {
    Path said = Files.createTempFile(folder, "load", ".log");
    String[] command = new String[arguments.length + 5];
    command[0] = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    command[1] = "-cp";
    command[2] = System.getProperty("java.class.path");
    command[3] = "org.sortingoffice.Main";
    command[4] = "load";
    System.arraycopy(arguments, 0, command, 5, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("DATA_DIR", folder.resolve("data").toString());
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    return Files.readString(said);
  }

  private int load(Terminal terminal, String... arguments) {
    return new CommandLine(new LoadCommand(terminal))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static Terminal nobody() {
    return new Terminal() {
      @Override
      public boolean attached() {
        return false;
      }

      @Override
      public String ask(String question) {
        throw new AssertionError("asked nobody: " + question);
      }
    };
  }

  private static Answering somebodyWhoAnswers(String answer) {
    return new Answering(answer);
  }

  private static final class Answering implements Terminal {
    private final String answer;
    private String asked;

    Answering(String answer) {
      this.answer = answer;
    }

    @Override
    public boolean attached() {
      return true;
    }

    @Override
    public String ask(String question) {
      asked = question;
      return answer;
    }
  }
}
