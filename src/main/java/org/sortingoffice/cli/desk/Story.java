package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command writes, and in which words. */
record Story(PrintWriter out, PrintWriter err, Wording wording) {

  static Story of(CommandSpec spec) {
    boolean plain = !Charset.defaultCharset().equals(StandardCharsets.UTF_8);
    return new Story(
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        new Wording(ZoneId.systemDefault(), plain));
  }

  /** Writes what the API answered, for programs. */
  void json(JsonNode answer) {
    out.println(answer.toPrettyString());
    out.flush();
  }

  /** A line for the person. */
  void say(String line) {
    out.println(line);
    out.flush();
  }
}
