package org.sortingoffice.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A connection on which a test says byte by byte what no ordinary HTTP client would, and reads the
 * answers one by one.
 */
public final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  /**
   * Connects.
   *
   * @param port on this machine
   */
  public RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * One answer as it came.
   *
   * @param head status line and header lines, each with its line end
   * @param body without the marks of chunks
   */
  public record Answer(String head, String body) {

    public int status() {
      return Integer.parseInt(head.split(" ", 3)[1]);
    }

    /** The value of the header line of this name, in any case of letters. */
    public Optional<String> header(String name) {
      return lines(name).findFirst();
    }

    /** The names of all header lines in lower case, as often as they came. */
    public Stream<String> names() {
      return head.lines()
          .skip(1)
          .map(line -> line.substring(0, line.indexOf(':')).toLowerCase(java.util.Locale.ROOT));
    }

    private Stream<String> lines(String name) {
      return head.lines()
          .skip(1)
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip());
    }
  }

  /** Says this, in UTF-8. */
  public RawConnection write(String text) throws IOException {
    return write(text.getBytes(StandardCharsets.UTF_8));
  }

  public RawConnection write(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
    return this;
  }

  /** Says this as far as the server still listens. */
  public RawConnection writeWhileItListens(byte[] bytes) {
    try {
      return write(bytes);
    } catch (IOException closed) {
      return this;
    }
  }

  /** Whether an answer has begun to come. */
  public boolean hasAnswer() throws IOException {
    return in.available() > 0;
  }

  /** The next answer, which has a body unless its head says otherwise. */
  public Answer answer() throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.append(line).append("\r\n");
    }
    Answer headOnly = new Answer(head.toString(), "");
    if (headOnly.header("Transfer-Encoding").isPresent()) {
      return new Answer(head.toString(), chunks());
    }
    int length = Integer.parseInt(headOnly.header("Content-Length").orElse("0"));
    return new Answer(head.toString(), text(exactly(length)));
  }

  /** What comes until the server closes the connection. */
  public String rest() throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    try {
      in.transferTo(rest);
    } catch (java.net.SocketException reset) {
      // Closed all the same.
    }
    return text(rest.toByteArray());
  }

  private String chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = size(); size > 0; size = size()) {
      body.write(exactly(size));
      line();
    }
    line();
    return text(body.toByteArray());
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed after \"" + text(line.toByteArray()) + "\"");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return text(line.toByteArray());
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException(bytes.length + " of " + length + " bytes: " + text(bytes));
    }
    return bytes;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
