package org.sortingoffice.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** docs/integrators.md as a newcomer follows it: what its code blocks say, done in a folder. */
public final class Guide {
  private static final String HEADING = "## A fourth step in ten minutes";

  private final String text;

  public Guide() throws IOException {
    String whole = Files.readString(Path.of("docs/integrators.md"));
    int start = whole.indexOf(HEADING);
    if (start < 0) {
      throw new AssertionError("docs/integrators.md has no section \"" + HEADING + "\"");
    }
    int end = whole.indexOf("\n## ", start + HEADING.length());
    text = whole.substring(start, end);
  }

  /** The file that the guide has one write, below the routes. */
  public Path file() {
    return Path.of(found("`routes/(steps/[^`]+)`:").group(1));
  }

  /** What the guide has one write into it. */
  public String yaml() {
    return block("yaml");
  }

  /** What the guide has one set as ticket.steps. */
  public String steps() {
    Matcher line = Pattern.compile("ticket\\.steps = (.+)").matcher(block("properties"));
    if (!line.find()) {
      throw new AssertionError("the guide does not set ticket.steps");
    }
    return line.group(1).strip();
  }

  /** The ticket that the guide has one send. */
  public String ticket() {
    return found("-d '(\\{.*})'").group(1);
  }

  /** The query that the guide has one ask. */
  public String query() {
    return found("`(select [^`]+)`").group(1);
  }

  /** Copies the routes into a folder and adds the guide's file to them. */
  public void followIn(Path folder) throws IOException {
    copyRoutesTo(folder);
    Files.writeString(folder.resolve(file()), yaml());
  }

  /** Copies the routes that came along. */
  public static void copyRoutesTo(Path folder) throws IOException {
    Path routes = Path.of("routes");
    try (Stream<Path> sources = Files.walk(routes)) {
      for (Path source : sources.toList()) {
        Path target = folder.resolve(routes.relativize(source));
        if (Files.isDirectory(source)) {
          Files.createDirectories(target);
        } else {
          Files.copy(source, target);
        }
      }
    }
  }

  private String block(String language) {
    return found("(?s)```" + language + "\n(.*?)```").group(1);
  }

  private Matcher found(String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("the guide has nothing like " + pattern);
    }
    return matcher;
  }
}
