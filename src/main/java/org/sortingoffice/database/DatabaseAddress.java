package org.sortingoffice.database;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where the database is and who we are there. The URL holds no credentials, so it may be shown; the
 * password is never part of {@link #toString()}.
 *
 * @param jdbcUrl {@code jdbc:postgresql://host:port/database?options}, without user and password
 * @param user the role to log in as
 * @param password empty when none is needed
 */
public record DatabaseAddress(String jdbcUrl, String user, String password) {
  private static final String WANTED =
      "DATABASE_URL must look like postgres://user:password@host:5432/database"
          + " or jdbc:postgresql://host:5432/database?user=...&password=...";

  private static final Pattern FORM =
      Pattern.compile("(jdbc:postgresql|postgres|postgresql)://([^/?#]*)/([^/?#]+)(?:\\?([^#]*))?");
  private static final Pattern PASSWORD_OPTION = Pattern.compile("(?i)([?&][a-z]*password=)[^&]*");

  private static final Pattern HOSTS =
      Pattern.compile("(?:[^\\s:,@\\[\\]]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?");

  /** The names that libpq and pgjdbc give to the same thing. */
  private static final Map<String, String> DRIVER_NAMES =
      Map.of(
          "application_name", "ApplicationName",
          "connect_timeout", "connectTimeout",
          "channel_binding", "channelBinding");

  /** Refuses nulls; use {@link #parse} for what a person wrote. */
  public DatabaseAddress {
    Objects.requireNonNull(jdbcUrl, "jdbcUrl");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
  }

  /**
   * Reads a DATABASE_URL: {@code jdbc:postgresql://...} as pgjdbc writes it or {@code
   * postgres://user:password@host:port/database?options} as libpq and most platforms write it, the
   * parts percent-encoded. Without a user it is the operating system's, as with libpq.
   *
   * @throws DatabaseStartFailure if it is neither; the message does not repeat what was given, for
   *     it may hold a password
   */
  public static DatabaseAddress parse(String databaseUrl) {
    Matcher form = FORM.matcher(databaseUrl.strip());
    if (!form.matches()) {
      throw new DatabaseStartFailure(WANTED + ": " + whatIsWrong(databaseUrl.strip()) + ".");
    }
    String authority = form.group(2);
    int at = authority.lastIndexOf('@');
    String[] credentials = (at < 0 ? "" : authority.substring(0, at)).split(":", 2);
    String hosts = authority.substring(at + 1);
    for (String host : hosts.split(",", -1)) {
      if (!HOSTS.matcher(host).matches()) {
        throw new DatabaseStartFailure(WANTED + ": host and port cannot be read.");
      }
    }
    Map<String, String> options = options(form.group(4));
    String user = takeFirst(options.remove("user"), decode(credentials[0]));
    String password =
        takeFirst(
            options.remove("password"), credentials.length == 2 ? decode(credentials[1]) : "");
    String query =
        options.entrySet().stream()
            .map(
                o ->
                    DRIVER_NAMES.getOrDefault(o.getKey(), o.getKey())
                        + "="
                        + URLEncoder.encode(o.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return new DatabaseAddress(
        "jdbc:postgresql://" + hosts + "/" + form.group(3) + (query.isEmpty() ? "" : "?" + query),
        user.isEmpty() ? System.getProperty("user.name") : user,
        password);
  }

  /** The same server and credentials, another database. */
  public DatabaseAddress withDatabase(String database) {
    return new DatabaseAddress(
        jdbcUrl.replaceFirst(
            "(?<=[^/:]/)[^/?]+", Matcher.quoteReplacement(percentEncoded(database))),
        user,
        password);
  }

  /** As in the URL, several when the URL names several: {@code db.example:5432}. */
  public String hostAndPort() {
    Matcher form = FORM.matcher(jdbcUrl);
    return form.matches() ? form.group(2) : "?";
  }

  /** The database's name. */
  public String database() {
    Matcher form = FORM.matcher(jdbcUrl);
    return form.matches() ? decode(form.group(3)) : "?";
  }

  /**
   * The URL as it may be shown: the driver takes passwords of its own there, {@code sslpassword}.
   */
  public String shown() {
    return PASSWORD_OPTION.matcher(jdbcUrl).replaceAll("$1***");
  }

  /** URL and user, never a password. */
  @Override
  public String toString() {
    return shown() + " as " + user;
  }

  String withoutPassword(String text) {
    return password.isEmpty() ? text : text.replace(password, "***");
  }

  private static String whatIsWrong(String given) {
    if (given.isEmpty()) {
      return "it is empty";
    }
    if (!given.matches("(jdbc:postgresql|postgres|postgresql)://.*")) {
      return "it begins otherwise";
    }
    if (given.indexOf('#') >= 0) {
      return "a # in user or password must be written %23";
    }
    if (!given.substring(given.indexOf("://") + 3).contains("/")) {
      return "the database's name is missing";
    }
    return "a / or ? in user or password must be written %2F or %3F, and the database's name must follow"
        + " the host";
  }

  private static Map<String, String> options(String query) {
    Map<String, String> options = new LinkedHashMap<>();
    if (query != null) {
      for (String option : query.split("&")) {
        if (!option.isEmpty()) {
          String[] nameAndValue = option.split("=", 2);
          options.put(
              decode(nameAndValue[0]), nameAndValue.length == 2 ? decode(nameAndValue[1]) : "");
        }
      }
    }
    return options;
  }

  private static String takeFirst(String option, String otherwise) {
    return option == null ? otherwise : option;
  }

  private static String percentEncoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Percent-decoding as in RFC 3986, where a plus sign stands for itself. */
  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // The exception would quote the password.
      throw new DatabaseStartFailure(WANTED + ": a % in user or password must be written %25.");
    }
  }
}
