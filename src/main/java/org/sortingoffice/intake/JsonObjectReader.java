package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Message;
import org.sortingoffice.http.Problems;

/**
 * Reads the body of a request as one small JSON object with known members, as strictly as a ticket
 * is read: JSON in UTF-8, no member twice, none that is not known.
 */
public final class JsonObjectReader {
  private static final int LARGEST = 64 * 1024;

  private final JsonContentType contentTypes = new JsonContentType();
  private final StrictJson json = new StrictJson(IntakeLimits.defaults());

  /**
   * The object in the message's body.
   *
   * @param members the names that it may have
   * @param errors takes what is wrong with single places
   * @return empty when there is no body at all
   * @throws org.sortingoffice.http.ProblemException when it cannot be read as an object
   */
  public Optional<ObjectNode> read(Message message, Set<String> members, FieldErrors errors) {
    byte[] bytes = message.getBody(byte[].class);
    if (bytes == null || bytes.length == 0) {
      return Optional.empty();
    }
    String encoding = message.getHeader("Content-Encoding", String.class);
    if (encoding != null && !encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity")) {
      throw Problems.UNSUPPORTED_ENCODING.toException();
    }
    if (!contentTypes.matches(message.getHeader("Content-Type", String.class))) {
      throw Problems.UNSUPPORTED_MEDIA_TYPE.toException();
    }
    if (bytes.length > LARGEST) {
      throw Problems.BODY_TOO_LARGE
          .because("The body may have at most " + LARGEST + " bytes.")
          .toException();
    }
    JsonNode tree = json.read(bytes, errors);
    if (!(tree instanceof ObjectNode object)) {
      errors.add(JsonPointer.empty(), "wrong_type", "the body must be a JSON object");
      throw errors.problem().toException();
    }
    refuseOthers(object, JsonPointer.empty(), members, errors);
    return Optional.of(object);
  }

  /** Notes the members of this object that are not known. */
  public static void refuseOthers(
      ObjectNode object, JsonPointer place, Set<String> members, FieldErrors errors) {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!members.contains(name)) {
        errors.add(
            place.appendProperty(name),
            "unknown_member",
            "the members are " + String.join(", ", members.stream().sorted().toList()));
      }
    }
  }
}
