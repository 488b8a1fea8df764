package org.sortingoffice.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sortingoffice.database.DatabaseAddress;

/** A wire between a client and a server that a test can cut and mend. */
public final class TcpForwarder implements AutoCloseable {
  private final ServerSocket entrance;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile int target;

  /**
   * @param target the port on this machine to which connections go; 0 for nowhere
   */
  public TcpForwarder(int target) {
    this.target = target;
    try {
      entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** A line to this database. */
  public static TcpForwarder to(DatabaseAddress database) {
    return new TcpForwarder(portOf(database));
  }

  /** The address of the database at this line's end, by way of the line. */
  public DatabaseAddress address(DatabaseAddress database) {
    return new DatabaseAddress(
        database.jdbcUrl().replaceFirst(":\\d+/", ":" + port() + "/"),
        database.user(),
        database.password());
  }

  /** Where a database listens. */
  public static int portOf(DatabaseAddress database) {
    return Integer.parseInt(database.hostAndPort().split(":")[1]);
  }

  /** Where clients connect. */
  public int port() {
    return entrance.getLocalPort();
  }

  /** Breaks all connections; new ones are refused until {@link #mend}. */
  public void cut() {
    target = 0;
    open.forEach(TcpForwarder::close);
    open.clear();
  }

  /** How many connections were refused while it was cut. */
  public int refused() {
    return refused.get();
  }

  /** Lets new connections through, to this port. */
  public void mend(int newTarget) {
    target = newTarget;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        if (target == 0) {
          refused.incrementAndGet();
          close(client);
        } else {
          join(client, new Socket(InetAddress.getLoopbackAddress(), target));
        }
      } catch (IOException refused) {
        // The client sees its connection end, as it would from a server that is down.
      }
    }
  }

  private void join(Socket client, Socket server) {
    open.add(client);
    open.add(server);
    daemon(() -> pump(client, server));
    daemon(() -> pump(server, client));
  }

  private void pump(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException ended) {
      // One side is gone; the other is told by closing it.
    } finally {
      close(from);
      close(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is gone all the same.
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tcp-forwarder");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    cut();
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
