package org.sortingoffice.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.sortingoffice.intake.IntakeLimits;
import org.sortingoffice.intake.TicketReader;

/**
 * Invents tickets. Each is written as JSON and read by the reader of the API, so that its
 * fingerprint and its actor are what they would be over HTTP.
 */
final class SampleTickets {
  private static final List<String> CHANNELS = List.of("web", "web", "email", "email", "app");

  private static final double WITH_GREETING = 0.8;
  private static final double WITH_EXTRA = 0.35;
  private static final double WITH_CLOSING = 0.85;
  private static final double WITH_METADATA = 0.6;

  private final Map<Language, Phrasebook> phrasebooks = new EnumMap<>(Language.class);
  private final TicketReader reader = new TicketReader(IntakeLimits.defaults());
  private final ObjectMapper json = new ObjectMapper();
  private final Customers customers;
  private final Random random;

  /**
   * @param seed the same seed gives the same tickets in the same order
   */
  SampleTickets(long seed) {
    for (Language language : Language.values()) {
      phrasebooks.put(language, Phrasebook.of(language));
    }
    // Of all random sources of the JDK this is the one whose numbers are specified for good.
    this.random = new Random(seed);
    this.customers = new Customers(phrasebooks);
  }

  /** The next ticket. */
  SampleTicket next() {
    Customer customer = customers.draw(random);
    Phrasebook phrasebook = phrasebooks.get(customer.language());
    TicketTemplate template = phrasebook.tickets().get(random.nextInt(phrasebook.tickets().size()));
    Wording wording =
        new Wording(
            random,
            phrasebook.values(),
            Map.of("firstname", customer.firstName(), "lastname", customer.lastName()));
    String subject = capitalised(wording.of(wording.any(template.subjects())));
    ObjectNode ticket =
        json.createObjectNode()
            .put("customer_id", customer.id())
            .put("subject", subject)
            .put("body", body(template, phrasebook, customer, wording));
    if (random.nextDouble() < WITH_METADATA) {
      addMetadata(ticket, customer, wording);
    }
    wording.set("subject", subject);
    return new SampleTicket(
        reader.read(bytes(ticket), "application/json", null, null),
        customer.language(),
        template.category(),
        template.priority(),
        wording.of(phrasebook.reply()));
  }

  private String body(
      TicketTemplate template, Phrasebook phrasebook, Customer customer, Wording wording) {
    StringBuilder body = new StringBuilder();
    String text = wording.of(template.body());
    if (random.nextDouble() < WITH_GREETING) {
      body.append(wording.any(phrasebook.greetings())).append("\n\n").append(text);
    } else {
      body.append(capitalised(text));
    }
    if (random.nextDouble() < WITH_EXTRA) {
      body.append("\n\n").append(wording.of(wording.any(phrasebook.extras())));
    }
    if (random.nextDouble() < WITH_CLOSING) {
      body.append("\n\n").append(wording.of(wording.any(phrasebook.closings()))).append('\n');
      body.append(customer.firstName()).append(' ').append(customer.lastName());
    }
    return body.toString();
  }

  private void addMetadata(ObjectNode ticket, Customer customer, Wording wording) {
    ObjectNode metadata =
        ticket
            .putObject("metadata")
            .put("channel", wording.any(CHANNELS))
            .put("language", customer.language().code());
    if (wording.used("order") != null) {
      metadata.put("order", wording.used("order"));
    }
  }

  private byte[] bytes(ObjectNode ticket) {
    try {
      return json.writeValueAsBytes(ticket);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static String capitalised(String text) {
    int first = text.codePointAt(0);
    return new StringBuilder(text.length())
        .appendCodePoint(Character.toTitleCase(first))
        .append(text, Character.charCount(first), text.length())
        .toString();
  }
}
