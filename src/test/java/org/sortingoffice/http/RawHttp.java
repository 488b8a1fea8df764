package org.sortingoffice.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends requests byte by byte as they are written here; ordinary clients would tidy them up. */
record RawHttp(int port) {

  /** What came back, read to the end of the connection. */
  record Answer(int status, Map<String, String> headers, String body) {

    /** The code member of a problem, or the whole body. */
    String code() {
      return body.replaceAll(".*\"code\":\"([a-z_]+)\".*", "$1");
    }
  }

  /** Sends a request; header lines are text in UTF-8 without line ends. */
  Answer send(String requestLine, List<String> headers, byte[] body) throws IOException {
    StringBuilder head = new StringBuilder(requestLine).append(" HTTP/1.1\r\nHost: localhost\r\n");
    head.append("Connection: close\r\nContent-Length: ").append(body.length).append("\r\n");
    headers.forEach(line -> head.append(line).append("\r\n"));
    head.append("\r\n");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(head.toString().getBytes(StandardCharsets.UTF_8));
      out.write(body);
      out.flush();
      return answer(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Answer answer(String text) {
    int end = text.indexOf("\r\n\r\n");
    String[] lines = text.substring(0, end).split("\r\n");
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] parts = lines[i].split(":", 2);
      headers.merge(
          parts[0].toLowerCase(Locale.ROOT), parts[1].strip(), (one, more) -> one + " & " + more);
    }
    return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, text.substring(end + 4));
  }
}
