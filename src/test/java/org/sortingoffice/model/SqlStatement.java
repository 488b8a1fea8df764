package org.sortingoffice.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of the statements that the routes use, as it stands in its file.
 *
 * @param name the file's name without {@code .sql}
 * @param text the SQL without its comments; parameters are written {@code :#${expression}}
 */
record SqlStatement(String name, String text) {
  private static final Path FOLDER = Path.of("src/main/resources/sql");
  private static final Pattern PARAMETER = Pattern.compile(":#\\$\\{([^}]+)}(?=::(\\w+)(\\[])?)?");

  static SqlStatement read(String name) {
    try (Stream<String> lines = Files.lines(FOLDER.resolve(name + ".sql"))) {
      return new SqlStatement(
          name,
          lines
              .filter(line -> !line.strip().startsWith("--"))
              .collect(Collectors.joining("\n", "", "\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of all statements. */
  static List<String> names() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".sql"))
          .map(file -> file.substring(0, file.length() - ".sql".length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same statement with one passage changed, wherever it stands. */
  SqlStatement changed(String passage, String replacement) {
    if (!text.contains(passage)) {
      throw new IllegalArgumentException(
          "%s.sql has this passage no more; the mutant has to follow it:%n%s"
              .formatted(name, passage));
    }
    return new SqlStatement(name, text.replace(passage, replacement));
  }

  /** The SQL as JDBC takes it: a question mark for each parameter. */
  String jdbc() {
    return PARAMETER.matcher(text).replaceAll("?");
  }

  /** The SQL as PREPARE takes it: {@code $1}, {@code $2}, .. for the parameters. */
  String numbered() {
    String sql = text.replaceAll("(?<!\\w)\\?", ":#\\${positional}");
    StringBuilder numbered = new StringBuilder();
    java.util.regex.Matcher parameter = PARAMETER.matcher(sql);
    int number = 0;
    while (parameter.find()) {
      number++;
      parameter.appendReplacement(numbered, "\\$" + number);
    }
    return parameter.appendTail(numbered).toString();
  }

  /**
   * A parameter.
   *
   * @param expression what stands between the braces
   * @param elements the type of its elements when it is cast to an array, else null
   */
  record Parameter(String expression, String elements) {}

  /** The parameters, in their order. */
  List<Parameter> parameters() {
    return PARAMETER
        .matcher(text)
        .results()
        .map(found -> new Parameter(found.group(1), found.group(3) == null ? null : found.group(2)))
        .toList();
  }

  /**
   * Whether it is written for the rows of many callers, as {@code group-sql} takes it: they are
   * called given. One that takes arrays of a single caller calls them otherwise.
   */
  boolean isForManyRows() {
    return text.contains("with ordinality as given");
  }
}
