package org.sortingoffice.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.sortingoffice.http.ProblemException;
import org.sortingoffice.http.Problems;
import org.sortingoffice.intake.IdempotencyKey;
import org.sortingoffice.intake.TicketReader;
import org.sortingoffice.intake.TicketRequest;
import org.sortingoffice.intake.TicketVariables;
import org.sortingoffice.tracing.Traceparent;

/**
 * Reads one record of a batch as strictly as an HTTP request, into the {@linkplain TicketVariables
 * variables} of the intake and {@code record}, the message as it came. The body must be the bytes
 * of a ticket's JSON.
 *
 * <p>Every record has an idempotency key, since every record may be delivered again: that of its
 * header, or else its {@linkplain RecordPosition#key position}.
 */
public final class TicketRecordReading extends ServiceSupport
    implements Processor, CamelContextAware {
  private static final int LONGEST_ACTOR = 200;

  private CamelContext context;
  private String keyHeader;
  private String actorHeader;
  private String actor;
  private TicketReader reader;

  /** The record header with the idempotency key; empty for none. */
  public void setKeyHeader(String keyHeader) {
    this.keyHeader = keyHeader;
  }

  /** The record header that says whose ticket it is; empty for none. */
  public void setActorHeader(String actorHeader) {
    this.actorHeader = actorHeader;
  }

  /** Whose ticket it is where no header says so; empty for its customer's. */
  public void setActor(String actor) {
    this.actor = actor;
  }

  /** Finds the reader that HTTP requests are read by. */
  @Override
  protected void doStart() {
    reader = CamelContextHelper.mandatoryLookup(context, "ticketReader", TicketReader.class);
  }

  @Override
  public CamelContext getCamelContext() {
    return context;
  }

  @Override
  public void setCamelContext(CamelContext camelContext) {
    context = camelContext;
  }

  /**
   * Reads the record in the body, which is an exchange of the batch.
   *
   * @throws ProblemException when it is not a valid ticket
   */
  @Override
  public void process(Exchange exchange) {
    Message record = exchange.getMessage().getBody(Exchange.class).getMessage();
    exchange.setVariable("record", record);
    String key =
        IdempotencyKey.parse(text(record, keyHeader).orElse(null))
            .map(IdempotencyKey::value)
            .orElseGet(() -> RecordPosition.of(record).key());
    TicketRequest request =
        reader
            .read((byte[]) record.getBody())
            .withTraceparent(Traceparent.parse(text(record, "traceparent").orElse(null)));
    Optional<String> named = actor(record);
    TicketVariables.leave(exchange, named.map(request::withActor).orElse(request), key);
  }

  private Optional<String> actor(Message record) {
    Optional<String> said = text(record, actorHeader);
    if (said.isEmpty()) {
      return isSet(actor) ? Optional.of(actor) : Optional.empty();
    }
    String name = said.get();
    if (name.isEmpty()
        || name.length() > LONGEST_ACTOR
        || !name.equals(name.strip())
        || name.codePoints().anyMatch(Character::isISOControl)) {
      throw Problems.INVALID_REQUEST
          .because(
              "The record's header %s must name an actor: 1 to %d characters, no control characters, no space at either end."
                  .formatted(actorHeader, LONGEST_ACTOR))
          .toException();
    }
    return said;
  }

  private static Optional<String> text(Message record, String header) {
    if (!isSet(header)) {
      return Optional.empty();
    }
    return Optional.ofNullable((byte[]) record.getHeader(header))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  private static boolean isSet(String text) {
    return text != null && !text.isEmpty();
  }
}
