package org.sortingoffice.groupsql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement that is written once for many rows, read from text like this:
 *
 * <pre>
 * with given as materialized (
 *   select * from unnest(
 *     :#${variable.id}::bigint[],
 *     :#${body.text}::text[]
 *   ) with ordinality as given (id, text, ordinality)
 * ), written as (
 *   insert into notes (id, text) select id, text from given order by id
 *   on conflict do nothing
 *   returning id
 * )
 * select given.ordinality, written.id from given join written using (id)
 * </pre>
 *
 * <ul>
 *   <li>A parameter is a Simple expression, {@code :#${..}} or {@code :#$simple{..}}, as in
 *       camel-sql. A bare {@code :#name}, which camel-sql looks up in the message's headers, where
 *       a client may have put it, is refused.
 *   <li>Each is cast to an array, {@code ::bigint[]}: it holds the value of every row of the batch.
 *   <li>{@code :#${properties:name}} may be cast to a single type: it is the same for all rows, and
 *       read once, when the endpoint starts.
 *   <li>The statement returns a column {@code ordinality} that says to which row of the batch a
 *       result row belongs, from 1. A row of the batch without a result row had no effect.
 *   <li>Comments ({@code --} and {@code /* *}{@code /}) are left out. {@code {{name}}} is a
 *       property placeholder. The operator {@code ?} is written {@code ??}, as everywhere in JDBC.
 * </ul>
 *
 * @param sql the statement with a {@code ?} for each parameter
 * @param parameters what the question marks stand for, in their order
 */
record GroupStatement(String sql, List<Parameter> parameters) {
  /** The column that says to which row of the batch a result row belongs. */
  static final String ORDINALITY = "ordinality";

  /** What follows a parameter: its type, and, when that is an array, a second group. */
  private static final Pattern CAST =
      Pattern.compile(
          "\\s*::\\s*([a-z_\"][\\w.\"]*)(?:\\s+(?:precision|varying|with(?:out)?\\s+time\\s+zone))?"
              + "(?:\\s*\\([\\d\\s,]*\\))?\\s*(\\[\\s*\\])?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[A-Za-z_]\\w*)?\\$");

  /**
   * A parameter.
   *
   * @param expression in the Simple language, {@code ${..}}
   * @param perRow whether each row has a value of its own; otherwise the batch has one
   * @param type how the values of a batch are sent
   */
  record Parameter(String expression, boolean perRow, ElementType type) {}

  /**
   * Reads a statement.
   *
   * @param name its name in messages
   * @throws IllegalArgumentException when it is not written as described above; the message says
   *     what to change
   */
  static GroupStatement read(String name, String text) {
    return new Reader(name, text).read();
  }

  private static final class Reader {
    private final String name;
    private final String text;
    private final StringBuilder sql = new StringBuilder();
    private final List<Parameter> parameters = new ArrayList<>();
    private int at;

    Reader(String name, String text) {
      this.name = name;
      this.text = text;
    }

    GroupStatement read() {
      while (at < text.length()) {
        char c = text.charAt(at);
        if (text.startsWith("--", at)) {
          skipTo(text.indexOf('\n', at));
        } else if (text.startsWith("/*", at)) {
          skipTo(end("*/", at + 2, "A comment /* has no end."));
          sql.append(' ');
        } else if (c == '\'' || c == '"') {
          copyTo(end(String.valueOf(c), at + 1, "The quote " + c + " has no end."));
        } else if (c == '$'
            && !inWord()
            && DOLLAR_QUOTE.matcher(text).region(at, text.length()).lookingAt()) {
          copyDollarQuote();
        } else if (text.startsWith("??", at)) {
          copyTo(at + 2);
        } else if (c == '?') {
          throw wrong("The operator ? must be written ??.");
        } else if (text.startsWith(":#", at)) {
          parameter();
        } else {
          copyTo(at + 1);
        }
      }
      if (parameters.stream().noneMatch(Parameter::perRow)) {
        throw wrong(
            "It has no parameter with a value for each row, such as :#${body.id}::bigint[], so its"
                + " result cannot be matched to exchanges.");
      }
      return new GroupStatement(withoutEmptyLines(), List.copyOf(parameters));
    }

    private boolean inWord() {
      return at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1));
    }

    private void copyDollarQuote() {
      Matcher tag = DOLLAR_QUOTE.matcher(text).region(at, text.length());
      tag.lookingAt();
      copyTo(end(tag.group(), tag.end(), "The quote " + tag.group() + " has no end."));
    }

    private void parameter() {
      int start = at + 2;
      int brace = start;
      if (text.startsWith("${", start)) {
        brace = start + 1;
      } else if (text.startsWith("$simple{", start)) {
        brace = start + "$simple".length();
      } else {
        Matcher bare = Pattern.compile("(?:in:)?\\w*").matcher(text).region(start, text.length());
        String found = bare.lookingAt() ? bare.group() : "";
        throw wrong(
            "The parameter :#"
                + found
                + " would be looked up in headers, which a client may have sent. Write where it comes"
                + " from: :#${variable."
                + found
                + "}, :#${body."
                + found
                + "} or :#${header."
                + found
                + "}.");
      }
      int end = closing(brace);
      String inner = text.substring(brace + 1, end);
      String expression = "${" + inner + "}";
      Matcher cast = CAST.matcher(text).region(end + 1, text.length());
      if (!cast.lookingAt()) {
        throw wrong(
            "The parameter :#"
                + expression
                + " is not followed by its type. Write it with an array of the type, such as ::text[].");
      }
      boolean perRow = cast.group(2) != null;
      if (!perRow && !inner.startsWith("properties:")) {
        throw wrong(
            "The parameter :#"
                + expression
                + " is cast to a single value, but a batch has one for each row. Cast it to an array,"
                + " such as ::text[]; only :#${properties:..} may be single.");
      }
      parameters.add(new Parameter(expression, perRow, ElementType.ofCast(cast.group(1))));
      sql.append('?').append(cast.group());
      at = cast.end();
    }

    private int closing(int brace) {
      int open = 0;
      for (int i = brace; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '{') {
          open++;
        } else if (c == '}' && --open == 0) {
          return i;
        }
      }
      throw wrong("A parameter has no closing brace: " + firstLine(text.substring(at)));
    }

    private int end(String mark, int from, String complaint) {
      int found = text.indexOf(mark, from);
      if (found < 0) {
        throw wrong(complaint);
      }
      return found + mark.length();
    }

    private void copyTo(int end) {
      sql.append(text, at, end);
      at = end;
    }

    private void skipTo(int end) {
      at = end < 0 ? text.length() : end;
    }

    private String withoutEmptyLines() {
      StringBuilder lines = new StringBuilder();
      sql.toString()
          .lines()
          .filter(line -> !line.isBlank())
          .forEach(line -> lines.append(lines.isEmpty() ? "" : "\n").append(line.stripTrailing()));
      return lines.toString();
    }

    private static String firstLine(String rest) {
      return rest.lines().findFirst().orElse("");
    }

    private IllegalArgumentException wrong(String what) {
      return new IllegalArgumentException("The statement " + name + " cannot be used: " + what);
    }
  }
}
