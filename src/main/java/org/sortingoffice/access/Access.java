package org.sortingoffice.access;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.component.platform.http.vertx.HttpMessage;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.ProblemException;
import org.sortingoffice.http.Problems;
import org.sortingoffice.http.RateLimit;

/**
 * The first step of every route that serves HTTP: lets the request on, or ends it with 401 or 403.
 * It looks at the request itself and not at the message, so that keys and cookies never become
 * headers that a later step could send, store or log.
 *
 * <p>On the exchange it leaves these variables:
 *
 * <ul>
 *   <li>{@code operator} the name of the key, or {@code anyone}: for audit and history
 *   <li>{@code roles} what this operator may ({@code ticket:write}, ..), so that a page shows only
 *       what would be granted
 *   <li>{@code csrf} the token that each form of a page must carry as its field {@code csrf} (or a
 *       script as {@code X-CSRF-Token}); empty where none is needed
 * </ul>
 *
 * <p>As long as no key was ever made everybody may do everything, but only from this machine, and
 * no page of another site can use that.
 */
public final class Access {
  private static final List<Role> TICKET_READ = List.of(Role.TICKET_WRITE, Role.OPS_READ);
  private static final int LONGEST_SUBJECT = 300;

  private final KeyRing keys;
  private final Sessions sessions;
  private final Denials denials;
  private final KeylessRule keyless;
  private final RateLimit rate;

  /**
   * @param keyless what goes without keys
   * @param rate how fast each operator may ask; one without a key is known by the address. Sending
   *     tickets and asking for metrics do not count
   */
  public Access(
      KeyRing keys, Sessions sessions, Denials denials, KeylessRule keyless, RateLimit rate) {
    this.keys = keys;
    this.sessions = sessions;
    this.denials = denials;
    this.keyless = keyless;
    this.rate = rate;
  }

  /** Needs {@code ticket:write}: for sending tickets. */
  public void ticketWrite(Exchange exchange) {
    check(exchange, List.of(Role.TICKET_WRITE));
  }

  /** Needs {@code ticket:write} or {@code ops:read}: for looking at one ticket or job by its id. */
  public void ticketRead(Exchange exchange) {
    checkAndCount(exchange, TICKET_READ);
  }

  /**
   * Whether who sends this request may look at one ticket or job, as {@link #ticketRead} decides.
   * For those who hold a request before its route does: it refuses nobody and notes nothing.
   *
   * @throws ProblemException 503 when nobody can tell at the moment
   */
  public boolean mayReadTickets(HttpServerRequest request) {
    try {
      Operator operator = visit(request, keys.now()).operator();
      return TICKET_READ.stream().anyMatch(operator::may);
    } catch (ProblemException refused) {
      if (refused.problem().status() >= 500) {
        throw refused;
      }
      return false;
    }
  }

  /** Needs {@code ops:read}: for looking at everything. */
  public void opsRead(Exchange exchange) {
    checkAndCount(exchange, List.of(Role.OPS_READ));
  }

  /**
   * Needs {@code ops:read}, and goes by the keys that are known while the database is away: how a
   * process stands is asked most of all then.
   */
  public void metricsRead(Exchange exchange) {
    check(exchange, List.of(Role.OPS_READ), keys.lastKnown());
  }

  /** Needs {@code ops:write}: for whatever changes something. */
  public void opsWrite(Exchange exchange) {
    checkAndCount(exchange, List.of(Role.OPS_WRITE));
  }

  /** Needs nothing but somebody who is known, whatever the roles: for signing out. */
  public void known(Exchange exchange) {
    check(exchange, List.of(Role.values()));
  }

  /** Needs nothing at all: for what holds no secret, such as the description of the API. */
  public void everybody(Exchange exchange) {
    requestOf(exchange);
    exchange.setVariable("operator", Operator.ANYONE);
  }

  private void checkAndCount(Exchange exchange, List<Role> enough) {
    check(exchange, enough);
    String operator = exchange.getVariable("operator", String.class);
    rate.ask(
            operator.equals(Operator.ANYONE)
                ? "address " + requestOf(exchange).remoteAddress().hostAddress()
                : "key " + operator)
        .ifPresent(
            tooFast -> {
              throw tooFast.toException();
            });
  }

  private void check(Exchange exchange, List<Role> enough) {
    check(exchange, enough, keys.now());
  }

  private void check(Exchange exchange, List<Role> enough, KeyRing.Keys known) {
    HttpServerRequest request = requestOf(exchange);
    Visit visit = visit(request, known);
    Operator operator = visit.operator();
    exchange.setVariable("operator", operator.name());
    exchange.setVariable("roles", operator.allowed());
    exchange.setVariable("csrf", visit.formToken());
    if (enough.stream().noneMatch(operator::may)) {
      Role needed = enough.get(enough.size() - 1);
      denials.note(operator, subject(request), needed);
      throw permissionDenied(needed).toException();
    }
  }

  /**
   * @throws IllegalStateException when it is no first step: then nobody knows who asks, and nobody
   *     is let on
   */
  static HttpServerRequest requestOf(Exchange exchange) {
    if (exchange.getIn() instanceof HttpMessage message && message.getRequest() != null) {
      return message.getRequest();
    }
    throw new IllegalStateException("access must be the first step of a route that serves HTTP");
  }

  private Visit visit(HttpServerRequest request, KeyRing.Keys known) {
    if (known.isEmpty()) {
      keyless.check(request);
      return new Visit(Operator.anyone(), "");
    }
    List<String> credentials = request.headers().getAll("Authorization");
    if (!credentials.isEmpty()) {
      Operator operator =
          Bearer.read(credentials)
              .flatMap(key -> keys.find(key, known))
              .orElseThrow(
                  () ->
                      Problems.UNAUTHORIZED
                          .because("The key is unknown or revoked, or not sent as Bearer.")
                          .withHeader("WWW-Authenticate", "Bearer error=\"invalid_token\"")
                          .toException());
      return new Visit(operator, "");
    }
    Secret token = SessionCookie.read(request).orElseThrow(Problems.UNAUTHORIZED::toException);
    Operator operator = signedIn(token).orElseThrow(Problems.UNAUTHORIZED::toException);
    if (changesSomething(request)) {
      checkThatThePageIsOurs(request, token);
    }
    return new Visit(operator, token.formToken());
  }

  private Optional<Operator> signedIn(Secret token) {
    try {
      return sessions.find(token);
    } catch (SQLException failure) {
      throw new SessionsUnreadable(failure);
    }
  }

  private static void checkThatThePageIsOurs(HttpServerRequest request, Secret token) {
    if (!RequestOrigin.isOwn(request)) {
      throw Problems.FOREIGN_PAGE.toException();
    }
    String given = request.getHeader("X-CSRF-Token");
    if (given == null) {
      given = request.getFormAttribute("csrf");
    }
    if (given == null || !same(given, token.formToken())) {
      throw Problems.FOREIGN_PAGE
          .because("The page is not of this session. Load it again and repeat what you did.")
          .toException();
    }
  }

  /** In a time that does not tell how much of it was right. */
  private static boolean same(String given, String expected) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
  }

  static boolean changesSomething(HttpServerRequest request) {
    return !Set.of(HttpMethod.GET, HttpMethod.HEAD).contains(request.method());
  }

  private static Problem permissionDenied(Role needed) {
    return Problems.PERMISSION_DENIED
        .because("This needs a key with the role %s.".formatted(needed.label()))
        .withHeader(
            "WWW-Authenticate",
            "Bearer error=\"insufficient_scope\", scope=\"%s\"".formatted(needed.label()));
  }

  private static String subject(HttpServerRequest request) {
    String subject = request.method().name() + " " + Secret.hidden(request.path());
    return subject.length() > LONGEST_SUBJECT ? subject.substring(0, LONGEST_SUBJECT) : subject;
  }

  private record Visit(Operator operator, String formToken) {}
}
