package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;
import org.sortingoffice.http.ProblemException;
import org.sortingoffice.http.Problems;

/**
 * Reads a ticket, such as the request of {@code POST /v1/tickets}, strictly (contract 1 and 11):
 * what it lets pass can be stored and shown as it is, and what it refuses it refuses with
 * everything that is wrong.
 *
 * <p>Fields:
 *
 * <ul>
 *   <li>{@code customer_id}, 1-64 printable characters: letters, marks, digits, punctuation,
 *       symbols and, within, the plain space. No control or invisible characters and no space at
 *       either end, since the id also names the actor and must not have a twin that looks alike.
 *   <li>{@code subject}, 1-200 characters in one line: no control characters or line separators,
 *       and not only white space.
 *   <li>{@code body}, 1-20000 characters, not only white space. Every character but NUL is kept:
 *       people paste logs and form feeds, and what they sent is what support must see.
 *   <li>{@code metadata}, optional: an object (not null) of at most 4096 bytes in canonical form.
 * </ul>
 *
 * No other member, and no query parameter, is known. Safe for use by many threads.
 */
public final class TicketReader {

  private static final JsonPointer BODY_ITSELF = JsonPointer.empty();
  private static final Set<String> MEMBERS = Set.of("customer_id", "subject", "body", "metadata");

  private final IntakeLimits limits;
  private final JsonContentType contentTypes = new JsonContentType();
  private final StrictJson json;
  private final CanonicalJson canonical = new CanonicalJson();
  private final Fingerprint fingerprint = new Fingerprint();

  public TicketReader(IntakeLimits limits) {
    this.limits = limits;
    this.json = new StrictJson(limits);
  }

  /**
   * Reads one request.
   *
   * @param body the body's bytes as they came; null is an empty body
   * @param contentType the Content-Type header, or null
   * @param contentEncoding the Content-Encoding header, or null
   * @param rawQuery the query string as it came, without the question mark, or null
   * @throws ProblemException with the answer for a request that is not a valid ticket
   */
  public TicketRequest read(
      byte[] body, String contentType, String contentEncoding, String rawQuery) {
    refuseOtherEncodings(contentEncoding);
    refuseOtherTypes(contentType);
    refuseParameters(rawQuery);
    return read(body);
  }

  /**
   * Reads a ticket that came by another way than HTTP.
   *
   * @param body its JSON as it came; null is an empty body
   * @throws ProblemException with what is wrong with it
   */
  public TicketRequest read(byte[] body) {
    byte[] bytes = body == null ? new byte[0] : body;
    refuseTooLarge(bytes);

    FieldErrors errors = new FieldErrors();
    JsonNode tree = json.read(bytes, errors);
    if (!(tree instanceof ObjectNode ticket)) {
      errors.add(BODY_ITSELF, "wrong_type", "the body must be a JSON object");
      throw errors.problem().toException();
    }
    String customerId = text(ticket, "customer_id", limits.customerId(), errors);
    String subject = text(ticket, "subject", limits.subject(), errors);
    String text = text(ticket, "body", limits.text(), errors);
    checkPrintable(customerId, errors);
    checkOneLine(subject, errors);
    JsonNode metadata = metadata(ticket, errors);
    refuseUnknownMembers(ticket, errors);
    if (!errors.isEmpty()) {
      throw errors.problem().toException();
    }
    return new TicketRequest(
        customerId,
        subject,
        text,
        metadata == null ? null : metadata.toString(),
        "customer:" + customerId,
        fingerprint.of(ticket));
  }

  /** Never decoded here: a compressed body could be a bomb, and tickets are small. */
  private static void refuseOtherEncodings(String contentEncoding) {
    if (contentEncoding != null
        && !contentEncoding.isBlank()
        && !contentEncoding.strip().equalsIgnoreCase("identity")) {
      throw Problems.UNSUPPORTED_ENCODING.toException();
    }
  }

  private void refuseOtherTypes(String contentType) {
    if (!contentTypes.matches(contentType)) {
      throw Problems.UNSUPPORTED_MEDIA_TYPE.toException();
    }
  }

  /** A parameter outside the body would be outside the fingerprint too. */
  private static void refuseParameters(String rawQuery) {
    if (rawQuery != null && !rawQuery.isEmpty()) {
      throw Problems.UNKNOWN_PARAMETER
          .because("This address takes no query parameters. Put everything into the JSON body.")
          .toException();
    }
  }

  private void refuseTooLarge(byte[] bytes) {
    if (bytes.length > limits.bodyBytes()) {
      throw Problems.BODY_TOO_LARGE
          .because("The body may have at most " + limits.bodyBytes() + " bytes.")
          .toException();
    }
  }

  /** The text of this member when it is there, else null with the error noted. */
  private static String text(ObjectNode ticket, String name, int longest, FieldErrors errors) {
    JsonPointer place = BODY_ITSELF.appendProperty(name);
    JsonNode value = ticket.get(name);
    if (value == null) {
      errors.add(place, "required", "the member is missing");
      return null;
    }
    if (!value.isTextual()) {
      errors.add(place, "wrong_type", "the value must be a string");
      return null;
    }
    String text = value.textValue();
    if (text.isBlank()) {
      errors.add(place, "blank", "the text must have at least one visible character");
    }
    if (text.length() > longest && text.codePointCount(0, text.length()) > longest) {
      errors.add(place, "too_long", "the text may have at most " + longest + " characters");
    }
    return text;
  }

  private static void checkPrintable(String customerId, FieldErrors errors) {
    if (customerId == null || customerId.isBlank()) {
      return;
    }
    JsonPointer place = BODY_ITSELF.appendProperty("customer_id");
    if (customerId.startsWith(" ") || customerId.endsWith(" ")) {
      errors.add(place, "outer_space", "the id must not begin or end with a space");
    }
    if (customerId.codePoints().anyMatch(TicketReader::isInvisible)) {
      errors.add(
          place, "not_printable", "the id must have no control or other invisible characters");
    }
  }

  private static void checkOneLine(String subject, FieldErrors errors) {
    if (subject != null && subject.codePoints().anyMatch(TicketReader::breaksLine)) {
      errors.add(
          BODY_ITSELF.appendProperty("subject"),
          "control_character",
          "the subject must be one line without tabs and other control characters");
    }
  }

  /** NUL and halves of surrogate pairs are left out: {@link StrictJson} names them better. */
  private static boolean isInvisible(int character) {
    if (character == 0) {
      return false;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.SPACE_SEPARATOR -> character != ' ';
      default -> false;
    };
  }

  private static boolean breaksLine(int character) {
    return character != 0
        && (Character.isISOControl(character) || character == 0x2028 || character == 0x2029);
  }

  private JsonNode metadata(ObjectNode ticket, FieldErrors errors) {
    JsonPointer place = BODY_ITSELF.appendProperty("metadata");
    JsonNode metadata = ticket.get("metadata");
    if (metadata == null) {
      return null;
    }
    if (!metadata.isObject()) {
      errors.add(place, "wrong_type", "the value must be an object; leave it out if there is none");
    } else if (canonical.bytes(metadata).length > limits.metadataBytes()) {
      errors.add(
          place,
          "too_large",
          "the object may have at most " + limits.metadataBytes() + " bytes of JSON");
    }
    return metadata;
  }

  private static void refuseUnknownMembers(ObjectNode ticket, FieldErrors errors) {
    for (Iterator<String> names = ticket.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!MEMBERS.contains(name)) {
        errors.add(
            BODY_ITSELF.appendProperty(name),
            "unknown_member",
            "a ticket has only customer_id, subject, body and metadata");
      }
    }
  }
}
