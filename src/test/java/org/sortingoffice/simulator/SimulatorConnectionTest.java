package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sortingoffice.simulator.RunningSimulator.Answer;

/** What a client sees on its connection when the provider is slow or breaks off. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorConnectionTest {
  private RunningSimulator simulator;

  @BeforeAll
  void start() {
    simulator = RunningSimulator.start();
  }

  @AfterAll
  void stop() {
    simulator.close();
  }

  @AfterEach
  void calm() {
    simulator.mode("{\"mode\":\"normal\"}");
    simulator.forgetCalls();
  }

  @Test
  void slowAnswersAfterItsSeconds() {
    simulator.mode("{\"mode\":\"slow\",\"seconds\":0.3}");
    long start = System.nanoTime();
    assertThat(simulator.draft("Parcel lost").status()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(290));
  }

  @Test
  void hangNeverAnswersAndIsMarkedWhenTheClientGivesUp() throws IOException {
    simulator.mode("{\"mode\":\"hang\"}");
    try (Socket socket = simulator.sendRaw("Parcel lost")) {
      awaitCalls(1);
      socket.setSoTimeout(200);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(awaitEnd().path("client_gone").booleanValue()).isTrue();
  }

  @Test
  void hangClosesTheConnectionAfterItsSeconds() throws IOException {
    simulator.mode("{\"mode\":\"hang\",\"seconds\":0.2}");
    try (Socket socket = simulator.sendRaw("Parcel lost")) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    JsonNode call = awaitEnd();
    assertThat(call.path("client_gone").booleanValue()).isFalse();
    assertThat(call.path("status").isNull()).isTrue();
  }

  @Test
  void resetBreaksOffInTheMiddleOfTheAnswer() throws IOException {
    simulator.mode("{\"mode\":\"reset\"}");
    try (Socket socket = simulator.sendRaw("Parcel lost")) {
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void resetBeforeSendsNoByte() throws IOException {
    simulator.mode("{\"mode\":\"reset\",\"at\":\"before\"}");
    try (Socket socket = simulator.sendRaw("Parcel lost")) {
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void resetCleanEndsTheConnectionBeforeTheAnswerIsComplete() throws IOException {
    simulator.mode("{\"mode\":\"reset\",\"at\":\"clean\"}");
    try (Socket socket = simulator.sendRaw("Parcel lost")) {
      String answer = read(socket);
      assertThat(answer).contains("Content-Length: 4096");
      assertThat(answer.length()).isLessThan(1000);
    }
  }

  @Test
  void keepaliveNewlinesSendsBlankLinesAndThenTheAnswer() {
    simulator.mode("{\"mode\":\"keepalive_newlines\",\"seconds\":0.5,\"every_ms\":100}");
    Answer answer = simulator.draft("Parcel lost");
    assertThat(answer.body()).startsWith("\n\n\n");
    assertThat(answer.content()).contains("Parcel lost");
    assertThat(simulator.calls("").at("/calls/0/status").intValue()).isEqualTo(200);
  }

  @Test
  void keepaliveNewlinesMayEndWithoutAnAnswer() {
    simulator.mode("{\"mode\":\"keepalive_newlines\",\"seconds\":0.1,\"answer\":\"none\"}");
    assertThat(simulator.draft("Parcel lost").body()).isBlank().isNotEmpty();
  }

  @Test
  void aClientThatLeavesBeforeTheAnswerIsMarked() throws IOException {
    simulator.mode("{\"mode\":\"slow\",\"seconds\":20}");
    simulator.sendRaw("Parcel lost").close();
    JsonNode call = awaitEnd();
    assertThat(call.path("client_gone").booleanValue()).isTrue();
    assertThat(call.path("status").isNull()).isTrue();
    await().until(() -> simulator.get("/admin/health").json().path("under_way").intValue() == 0);
  }

  @Test
  void manySlowCallsHoldNoThreads() {
    simulator.mode("{\"mode\":\"slow\",\"seconds\":0.5}");
    long start = System.nanoTime();
    IntStream.range(0, 200)
        .mapToObj(i -> simulator.sendAsync(simulator.chatRequest("Ticket " + i, false)))
        .toList()
        .forEach(answer -> assertThat(answer.join().status()).isEqualTo(200));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
  }

  private void awaitCalls(int total) {
    await().until(() -> simulator.calls("").path("total").intValue() == total);
  }

  private JsonNode awaitEnd() {
    return await()
        .until(
            () -> simulator.calls("").at("/calls/0"),
            call -> !call.isMissingNode() && !call.path("ended").isNull());
  }

  private static String read(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
