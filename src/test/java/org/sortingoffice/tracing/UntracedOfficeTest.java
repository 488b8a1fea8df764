package org.sortingoffice.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.office.SortingOffice;
import org.sortingoffice.office.StartupFailure;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.StubProvider;

/** An office that sends no traces anywhere. */
class UntracedOfficeTest {
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private static StubProvider provider;
  private static RunningOffice office;

  @BeforeAll
  static void start() {
    provider = StubProvider.start();
    office = RunningOffice.start("untraced", Map.of("provider.url", provider.url()));
  }

  @AfterAll
  static void stop() {
    office.close();
    provider.close();
  }

  @Test
  void theTraceOfARequestIsKeptWithItsTicketAndTheProviderIsToldNothing() throws Exception {
    long job = post("Traced elsewhere", TRACEPARENT);

    office.awaitJob(job, "succeeded");
    assertThat(traceparentOf(job)).isEqualTo(TRACEPARENT);
    assertThat(provider.requests())
        .hasSizeGreaterThanOrEqualTo(3)
        .noneMatch(request -> request.headers().containsKey("traceparent"));
  }

  @Test
  void whatIsNoTraceparentIsNotKept() throws Exception {
    assertThat(traceparentOf(post("Not traced", "00-x"))).isNull();
    assertThat(traceparentOf(office.postGoodTicket("Without"))).isNull();
  }

  @Test
  void aManagementPortThatIsTakenStopsTheStartAndSaysWhichSettingToChange() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Map<String, String> settings =
          office.settingsOf(
              Map.of(
                  "app.roles", "worker", "management.port", String.valueOf(taken.getLocalPort())));

      assertThatThrownBy(() -> SortingOffice.openWith(settings).close())
          .isInstanceOf(StartupFailure.class)
          .hasMessageContaining(":" + taken.getLocalPort())
          .hasMessageContaining("MANAGEMENT_PORT");
    }
  }

  @Test
  void aWorkerMayListenNowhere() {
    Map<String, String> settings =
        office.settingsOf(Map.of("app.roles", "worker", "management.port", "none"));
    try (SortingOffice worker = SortingOffice.openWith(settings)) {
      assertThat(worker.listens()).isFalse();
    }
  }

  @Test
  void anUnknownLogFormatStopsTheStart() {
    Map<String, String> settings = office.settingsOf(Map.of("log.format", "xml"));

    assertThatThrownBy(() -> SortingOffice.openWith(settings).close())
        .isInstanceOf(StartupFailure.class)
        .hasMessageContaining("LOG_FORMAT");
  }

  private static long post(String subject, String traceparent) {
    var answer =
        office.send(
            office
                .ticketRequest(null, RunningOffice.ticket("C-0022", subject, "Where is it?"))
                .header("traceparent", traceparent));
    assertThat(answer.statusCode()).isEqualTo(202);
    return RunningOffice.json(answer).path("job_id").asLong();
  }

  private static Object traceparentOf(long job) throws Exception {
    return office
        .rows()
        .value(
            "select traceparent from tickets where number = (select ticket_number from jobs where id = %d)"
                .formatted(job));
  }
}
