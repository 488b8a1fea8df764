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
 * <p>An actor who sends too fast is refused after the key was looked for and before anything is
 * written: a replay always succeeds (contract 9), and what is refused leaves no trace, so that the
 * same request may be sent again.
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

  private final QueuePosition positions;
  private final RateLimit actorRate;
  private CamelContext camelContext;
  private ProducerTemplate statement;

  /**
   * @param positions tells a new ticket's place in the queue
   * @param actorRate how fast each actor may send
   */
  public TicketKeys(QueuePosition positions, RateLimit actorRate) {
    this.positions = positions;
    this.actorRate = actorRate;
  }

  @Override
  public boolean add(Exchange exchange, String key) {
    TicketRequest request = exchange.getVariable("request", TicketRequest.class);
    Optional<Problem> tooFast = actorRate.ask(request.actor());
    if (tooFast.isPresent()) {
      Map<?, ?> known = knownTicket(exchange);
      if (known == null) {
        throw tooFast.get().toException();
      }
      return accepted(exchange, request, known);
    }
    for (int i = 0; i < TRIES; i++) {
      Map<?, ?> row = acceptTicket(exchange);
      if (row != null) {
        return accepted(exchange, request, row);
      }
    }
    throw Problems.REQUEST_IN_PROGRESS.toException();
  }

  private Map<?, ?> knownTicket(Exchange exchange) {
    return exchange.getVariable("idempotencyKey") == null
        ? null
        : row("direct:find-ticket", exchange);
  }

  private Map<?, ?> acceptTicket(Exchange exchange) {
    return row("direct:save-ticket", exchange);
  }

  private Map<?, ?> row(String route, Exchange exchange) {
    statement.send(route, exchange);
    Exception failure = exchange.getException();
    if (failure != null) {
      exchange.setException(null);
      throw RuntimeCamelException.wrapRuntimeCamelException(failure);
    }
    return exchange.getMessage().getBody(Map.class);
  }

  private boolean accepted(Exchange exchange, TicketRequest request, Map<?, ?> row) {
    boolean isNew = (Boolean) row.get("is_new");
    if (!isNew && !request.fingerprint().equals(row.get("request_sha256"))) {
      throw Problems.IDEMPOTENCY_KEY_REUSED.toException();
    }
    long jobId = ((Number) row.get("id")).longValue();
    long ticketNumber = ((Number) row.get("ticket_number")).longValue();
    Integer position = isNew ? positions.next() : null;
    exchange.setVariable(
        "acceptance",
        new Acceptance(jobId, ticketNumber, (String) row.get("state"), !isNew, position));
    exchange.setVariable("replayed", !isNew);
    return isNew;
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
