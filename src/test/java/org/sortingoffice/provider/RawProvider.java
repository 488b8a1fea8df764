package org.sortingoffice.provider;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A provider on a bare socket, for what a real server never does: it sees each request byte by
 * byte, and answers or hangs up as the test says.
 */
public final class RawProvider implements AutoCloseable {
  private final ServerSocket server;
  private final Behaviour behaviour;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch disconnected = new CountDownLatch(1);

  /** What to do with a request. */
  @FunctionalInterface
  public interface Behaviour {
    /**
     * Answers a request, or hangs up by closing the connection.
     *
     * @param number 1 for the first request of all
     */
    void answer(int number, Socket connection, OutputStream out) throws IOException;
  }

  private RawProvider(ServerSocket server, Behaviour behaviour) {
    this.server = server;
    this.behaviour = behaviour;
  }

  /** Starts one that behaves like this. */
  public static RawProvider start(Behaviour behaviour) throws IOException {
    RawProvider provider =
        new RawProvider(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
    provider.threads.submit(provider::accept);
    return provider;
  }

  /** An answer with its length in front. */
  public static byte[] ok(String body) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The base URL, as provider.url takes it. */
  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort() + "/v1";
  }

  /** The requests so far, word for word. */
  public List<String> requests() {
    return requests;
  }

  /** How many connections were opened. */
  public int connections() {
    return connections.size();
  }

  /** Whether the client hung up before its answer was complete, or does within the time. */
  public boolean seesDisconnect(long seconds) throws InterruptedException {
    return disconnected.await(seconds, TimeUnit.SECONDS);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        connections.add(connection);
        threads.submit(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      String request = read(in);
      while (request != null) {
        requests.add(request);
        behaviour.answer(requests.size(), connection, connection.getOutputStream());
        if (connection.isClosed()) {
          return;
        }
        request = read(in);
      }
      disconnected.countDown();
    } catch (IOException gone) {
      disconnected.countDown();
    }
  }

  private static String read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int length = 0;
    int next = in.read();
    while (next >= 0) {
      bytes.write(next);
      String text = bytes.toString(StandardCharsets.ISO_8859_1);
      if (text.endsWith("\r\n\r\n")) {
        for (String line : text.split("\r\n")) {
          if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
            length = Integer.parseInt(line.substring(15).strip());
          }
        }
        bytes.write(in.readNBytes(length));
        return bytes.toString(StandardCharsets.UTF_8);
      }
      next = in.read();
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
    threads.shutdownNow();
  }
}
