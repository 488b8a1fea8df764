package org.sortingoffice.intake;

import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceSupport;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.Problems;
import org.sortingoffice.http.RateLimit;

/**
 * The jobs table as the repository of the idempotent consumer. Adding a key is accepting its
 * ticket: one statement writes key, ticket and job, and says whether they are new. So a key can
 * neither outlive its ticket nor come before it, whatever crashes, and there is nothing to confirm
 * or to remove afterwards.
 *
 * <p>An actor who sends too fast, or for whose ticket there is no room, is refused after the key
 * was looked for and before anything is written: a replay always succeeds (contract 9), and what is
 * refused leaves no trace, so that the same request may be sent again.
 *
 * <p>Leaves the {@link Acceptance} in the variable {@code acceptance}, and in {@code replayed}
 * whether it is not the first.
 */
public final class TicketKeys extends ServiceSupport
    implements IdempotentRepository, CamelContextAware {
  /**
   * A statement that finds neither a key nor a place for it lost a race, and its repetition sees
   * the winner.
   */
  private static final int TRIES = 3;

  private final RateLimit actorRate;
  private final Admission admission;
  private final IntakeMeters meters;
  private CamelContext camelContext;
  private ProducerTemplate statement;

  /**
   * @param actorRate how fast each actor may send
   * @param admission says whether there is room for a new ticket, and learns of those accepted
   * @param meters count what is accepted
   */
  public TicketKeys(RateLimit actorRate, Admission admission, IntakeMeters meters) {
    this.actorRate = actorRate;
    this.admission = admission;
    this.meters = meters;
  }

  @Override
  public boolean add(Exchange exchange, String key) {
    TicketRequest request = exchange.getVariable("request", TicketRequest.class);
    Optional<Problem> tooFast = actorRate.ask(request.actor());
    if (tooFast.isPresent()) {
      return replayOr(tooFast.get(), exchange, request);
    }
    try (Admission.Applicant applicant = admission.enter(request.actor())) {
      if (applicant.mustCount()) {
        count(applicant, exchange);
      }
      Optional<Problem> noRoom = applicant.refusal();
      return noRoom.isPresent()
          ? replayOr(noRoom.get(), exchange, request)
          : accept(exchange, request, applicant);
    }
  }

  private boolean accept(Exchange exchange, TicketRequest request, Admission.Applicant applicant) {
    exchange.setVariable("earlierJob", applicant.earlierJob());
    for (int i = 0; i < TRIES; i++) {
      Map<?, ?> row = row("direct:save-ticket", exchange);
      if (row != null && (Boolean) row.get("is_new")) {
        return accepted(exchange, row, applicant);
      }
      if (row != null) {
        return replayed(exchange, request, row);
      }
    }
    throw Problems.REQUEST_IN_PROGRESS.toException();
  }

  /** A new ticket would be refused; it may be none. */
  private boolean replayOr(Problem refusal, Exchange exchange, TicketRequest request) {
    Map<?, ?> known =
        exchange.getVariable("idempotencyKey") == null ? null : row("direct:find-ticket", exchange);
    if (known == null) {
      admission.refused(refusal);
      throw refusal.toException();
    }
    return replayed(exchange, request, known);
  }

  private boolean accepted(Exchange exchange, Map<?, ?> row, Admission.Applicant applicant) {
    int position = applicant.accepted(number(row, "id"), (Boolean) row.get("bulk"));
    answer(exchange, row, position);
    return true;
  }

  private boolean replayed(Exchange exchange, TicketRequest request, Map<?, ?> row) {
    if (!request.fingerprint().equals(row.get("request_sha256"))) {
      throw Problems.IDEMPOTENCY_KEY_REUSED.toException();
    }
    answer(exchange, row, null);
    return false;
  }

  private void answer(Exchange exchange, Map<?, ?> row, Integer position) {
    boolean isNew = position != null;
    exchange.setVariable(
        "acceptance",
        new Acceptance(
            number(row, "id"),
            number(row, "ticket_number"),
            (String) row.get("state"),
            !isNew,
            position));
    exchange.setVariable("replayed", !isNew);
    meters.count(isNew);
  }

  private static long number(Map<?, ?> row, String column) {
    return ((Number) row.get(column)).longValue();
  }

  private void count(Admission.Applicant applicant, Exchange exchange) {
    boolean counted = false;
    try {
      run("direct:count-actor", exchange);
      applicant.counted(exchange.getMessage().getBody(Long.class));
      counted = true;
    } finally {
      if (!counted) {
        applicant.notCounted();
      }
    }
  }

  private Map<?, ?> row(String route, Exchange exchange) {
    run(route, exchange);
    return exchange.getMessage().getBody(Map.class);
  }

  private void run(String route, Exchange exchange) {
    statement.send(route, exchange);
    Exception failure = exchange.getException();
    if (failure != null) {
      exchange.setException(null);
      throw RuntimeCamelException.wrapRuntimeCamelException(failure);
    }
  }

  /**
   * Not asked: the idempotent consumer adds eagerly. The table decides in one statement, never by a
   * look before.
   */
  @Override
  public boolean contains(Exchange exchange, String key) {
    return false;
  }

  /** A key goes with its job, not by itself (contract 10). */
  @Override
  public boolean remove(Exchange exchange, String key) {
    return false;
  }

  /** The key was confirmed by the commit that made the ticket. */
  @Override
  public boolean confirm(Exchange exchange, String key) {
    return true;
  }

  /** Keys are never cleared. */
  @Override
  public void clear() {}

  @Override
  public boolean add(String key) {
    throw new IllegalStateException("a ticket is accepted from its exchange, not from a key alone");
  }

  @Override
  public boolean contains(String key) {
    return false;
  }

  @Override
  public boolean remove(String key) {
    return false;
  }

  @Override
  public boolean confirm(String key) {
    return true;
  }

  @Override
  protected void doStart() {
    statement = camelContext.createProducerTemplate();
    statement.start();
  }

  @Override
  protected void doStop() {
    statement.stop();
  }

  @Override
  public CamelContext getCamelContext() {
    return camelContext;
  }

  @Override
  public void setCamelContext(CamelContext context) {
    camelContext = context;
  }
}
