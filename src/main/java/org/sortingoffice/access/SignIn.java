package org.sortingoffice.access;

import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.sortingoffice.http.Problems;

/**
 * Opens and ends sessions of the console for owners of API keys. A session always begins with a
 * token that nobody has seen before, and one that the browser brought along ends, so that nobody
 * can be given a session that somebody else knows.
 *
 * <p>What could not be done stands afterwards in the variable {@code fault}, a sentence for the
 * person, with the status of the answer in {@code faultStatus}. Where to go on stands in {@code
 * then}.
 */
public final class SignIn {
  /** Where it is done. */
  public static final String ADDRESS = "/console/sign-in";

  private static final String START = "/console";
  private static final int LONGEST = 1_500;

  /** A place of the console and nothing else: no other server ({@code //..}), no line break. */
  private static final Pattern PLACE = Pattern.compile("/console(?:[/?][!-~&&[^\\\\<>\"]]*)?");

  private final KeyRing keys;
  private final Sessions sessions;
  private final SignInLimit limit;

  /**
   * @param limit how often may be guessed
   */
  public SignIn(KeyRing keys, Sessions sessions, SignInLimit limit) {
    this.keys = keys;
    this.sessions = sessions;
    this.limit = limit;
  }

  /**
   * The address at which to sign in and then go on.
   *
   * @param then a path with its query; anything but a place of the console leads to its start
   */
  public static String before(String then) {
    String place = place(then);
    return place.equals(START)
        ? ADDRESS
        : ADDRESS + "?then=" + URLEncoder.encode(place, StandardCharsets.UTF_8);
  }

  /**
   * Looks where to go on, and goes on at once when there is nothing to ask for: without keys, or
   * when the browser has a session.
   */
  public void ask(Exchange exchange) {
    HttpServerRequest request = Access.requestOf(exchange);
    String then = place(parameter(request.query()));
    exchange.setVariable("then", then);
    Message message = exchange.getMessage();
    if (request.getHeader("HX-Request") != null) {
      // A part of a page asked for itself when its session was over: the whole page has to come.
      empty(message, 200);
      message.setHeader("HX-Redirect", before(pageOf(request)));
    } else if (keys.isEmpty() || isSignedIn(request)) {
      goTo(then, message);
    } else if (comesFromElsewhere(request)) {
      empty(message, 200);
      message.setHeader("Refresh", "0; url=" + before(then));
    } else {
      return;
    }
    exchange.setRouteStop(true);
  }

  /**
   * Somebody followed a link in another site's page, a chat for example. The browser keeps the
   * cookie back then (SameSite=Strict), but sends it when our own page asks once more.
   */
  private static boolean comesFromElsewhere(HttpServerRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    return ("cross-site".equals(site) || "same-site".equals(site))
        && SessionCookie.read(request).isEmpty();
  }

  private boolean isSignedIn(HttpServerRequest request) {
    try {
      Optional<Secret> token = SessionCookie.read(request);
      return token.isPresent() && sessions.find(token.get()).isPresent();
    } catch (SQLException failure) {
      throw new SessionsUnreadable(failure);
    }
  }

  /** The page in which htmx runs, without its scheme and host. */
  private static String pageOf(HttpServerRequest request) {
    String page = request.getHeader("HX-Current-URL");
    int path = page == null ? -1 : page.indexOf("/console");
    return path < 0 ? START : page.substring(path);
  }

  /** Takes the key of a form and opens a session with it. */
  public void enter(Exchange exchange) {
    HttpServerRequest request = Access.requestOf(exchange);
    if (!RequestOrigin.isOwn(request)) {
      throw Problems.FOREIGN_PAGE.toException();
    }
    String then = place(request.getFormAttribute("then"));
    exchange.setVariable("then", then);
    String client = request.remoteAddress().hostAddress();
    if (!limit.mayTry(client)) {
      refuse(exchange, 429, "That was tried too often. Wait a minute, then try again.");
      return;
    }
    String given = request.getFormAttribute("key");
    Optional<KeyRing.Key> key =
        given == null ? Optional.empty() : keys.findKey(new Secret(given.strip()));
    if (key.isEmpty()) {
      refuse(exchange, 401, "This key is unknown or revoked. Check that you have all of it.");
      return;
    }
    limit.wasRight(client);
    if (!key.get().operator().may(Role.OPS_READ)) {
      refuse(
          exchange,
          403,
          "This key is for sending tickets. The console needs ops:read or ops:write.");
      return;
    }
    open(exchange, request, key.get(), then);
  }

  private void open(Exchange exchange, HttpServerRequest request, KeyRing.Key key, String then) {
    Optional<Secret> token = opened(request, key);
    if (token.isEmpty()) {
      refuse(exchange, 401, "This key was revoked just now.");
      return;
    }
    Message message = exchange.getMessage();
    goTo(then, message);
    message.setHeader("Set-Cookie", SessionCookie.giving(token.get(), sessions.length(), request));
  }

  private Optional<Secret> opened(HttpServerRequest request, KeyRing.Key key) {
    try {
      Optional<Secret> before = SessionCookie.read(request);
      if (before.isPresent()) {
        sessions.close(before.get());
      }
      return sessions.open(key);
    } catch (SQLException failure) {
      throw new SessionsUnreadable(failure);
    }
  }

  /** Ends the session of this browser. */
  public void leave(Exchange exchange) {
    HttpServerRequest request = Access.requestOf(exchange);
    try {
      Optional<Secret> token = SessionCookie.read(request);
      if (token.isPresent()) {
        sessions.close(token.get());
      }
    } catch (SQLException failure) {
      throw new SessionsUnreadable(failure);
    }
    Message message = exchange.getMessage();
    goTo(ADDRESS, message);
    message.setHeader("Set-Cookie", SessionCookie.taking(request));
  }

  private static void refuse(Exchange exchange, int status, String sentence) {
    exchange.setVariable("fault", sentence);
    exchange.setVariable("faultStatus", status);
  }

  private static void goTo(String place, Message message) {
    empty(message, 303);
    message.setHeader("Location", place);
  }

  private static void empty(Message message, int status) {
    message.removeHeaders("*");
    message.setHeader(Exchange.HTTP_RESPONSE_CODE, status);
    message.setHeader(Exchange.CONTENT_TYPE, "text/html; charset=utf-8");
    message.setBody("");
  }

  private static String parameter(String query) {
    if (query != null && query.startsWith("then=")) {
      try {
        return URLDecoder.decode(query.substring("then=".length()), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException malformed) {
        // As if it were not there.
      }
    }
    return null;
  }

  /** What is no place of the console leads to its start, and so does signing in itself. */
  private static String place(String wanted) {
    return wanted != null
            && wanted.length() <= LONGEST
            && PLACE.matcher(wanted).matches()
            && !wanted.startsWith("/console/sign-")
        ? wanted
        : START;
  }
}
