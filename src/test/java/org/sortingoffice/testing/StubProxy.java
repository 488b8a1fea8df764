package org.sortingoffice.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP proxy: opens tunnels (CONNECT), forwards requests with a whole URL, or refuses. */
public final class StubProxy implements AutoCloseable {
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile String refusal;

  private StubProxy(ServerSocket server) {
    this.server = server;
  }

  /** Starts one. */
  public static StubProxy start() throws IOException {
    StubProxy proxy = new StubProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    proxy.threads.submit(proxy::accept);
    return proxy;
  }

  /** Refuses all from now on with this status line, such as {@code 407 Who are you}. */
  public void refuseWith(String status) {
    refusal = status;
  }

  /** Its host and port. */
  public String authority() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** What it was asked: each time the request line and the headers. */
  public List<String> heads() {
    return heads;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        threads.submit(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    sockets.add(client);
    try (client) {
      String head = head(client.getInputStream());
      heads.add(head);
      if (refusal != null) {
        client
            .getOutputStream()
            .write(bytes("HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n"));
        return;
      }
      String[] line = head.split(" ");
      boolean tunnel = line[0].equals("CONNECT");
      URI target = URI.create(tunnel ? "tunnel://" + line[1] : line[1]);
      try (Socket provider = new Socket(target.getHost(), target.getPort())) {
        sockets.add(provider);
        if (tunnel) {
          client.getOutputStream().write(bytes("HTTP/1.1 200 Connected\r\n\r\n"));
        } else {
          provider.getOutputStream().write(bytes(head));
        }
        threads.submit(() -> pass(client, provider));
        pass(provider, client);
      }
    } catch (IOException gone) {
      // Whoever hung up needs no answer.
    }
  }

  private static Void pass(Socket from, Socket to) throws IOException {
    from.getInputStream().transferTo(to.getOutputStream());
    to.shutdownOutput();
    return null;
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0) {
      head.write(next);
      if (next == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        break;
      }
      next = in.read();
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
