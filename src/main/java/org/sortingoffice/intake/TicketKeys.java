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

/**
 * The jobs table as the repository of the idempotent consumer. Adding a key is accepting its
 * ticket: one statement writes key, ticket and job, and says whether they are new. So a key can
 * neither outlive its ticket nor come before it, whatever crashes, and there is nothing to confirm
 * or to remove afterwards.
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

  private final Admission admission;
  private CamelContext camelContext;
  private ProducerTemplate statement;

  /**
   * @param admission says whether there is room for a new ticket, and learns of those accepted
   */
  public TicketKeys(Admission admission) {
    this.admission = admission;
  }

  @Override
  public boolean add(Exchange exchange, String key) {
    TicketRequest request = exchange.getVariable("request", TicketRequest.class);
    try (Admission.Applicant applicant = admission.enter(request.actor())) {
      if (applicant.mustCount()) {
        count(applicant, exchange);
      }
      Optional<Problem> refusal = applicant.refusal();
      return refusal.isEmpty()
          ? accept(exchange, request, applicant)
          : replayOrRefuse(exchange, request, applicant, refusal.get());
    }
  }

  private boolean accept(Exchange exchange, TicketRequest request, Admission.Applicant applicant) {
    exchange.setVariable("earlierJob", applicant.earlierJob());
    for (int i = 0; i < TRIES; i++) {
      Map<?, ?> row = row("direct:save-ticket", exchange);
      if (row != null) {
        return accepted(exchange, request, row, applicant);
      }
    }
    throw Problems.REQUEST_IN_PROGRESS.toException();
  }

  /** There is no room for a new ticket: it may be none (contract 9). */
  private boolean replayOrRefuse(
      Exchange exchange, TicketRequest request, Admission.Applicant applicant, Problem refusal) {
    Map<?, ?> known =
        exchange.getVariable("idempotencyKey") == null ? null : row("direct:find-ticket", exchange);
    if (known == null) {
      applicant.refused(refusal);
      throw refusal.toException();
    }
    return accepted(exchange, request, known, applicant);
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

  private static boolean accepted(
      Exchange exchange, TicketRequest request, Map<?, ?> row, Admission.Applicant applicant) {
    boolean isNew = (Boolean) row.get("is_new");
    if (!isNew && !request.fingerprint().equals(row.get("request_sha256"))) {
      throw Problems.IDEMPOTENCY_KEY_REUSED.toException();
    }
    long jobId = ((Number) row.get("id")).longValue();
    long ticketNumber = ((Number) row.get("ticket_number")).longValue();
    Integer position = isNew ? applicant.accepted(jobId, (Boolean) row.get("bulk")) : null;
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
