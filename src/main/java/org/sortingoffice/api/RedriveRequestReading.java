package org.sortingoffice.api;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.format.DateTimeParseException;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.sortingoffice.intake.FieldErrors;
import org.sortingoffice.intake.IdempotencyKey;
import org.sortingoffice.intake.JsonObjectReader;

/**
 * Reads the request of {@code POST /v1/redrives} into the variables {@code filter} (a {@link
 * DeadLetterFilter}) and {@code redrive} (a {@link RedriveRequest}). Whatever is wrong with it is
 * told at once, as 422 with JSON pointers.
 */
public final class RedriveRequestReading implements Processor {
  private static final Set<String> MEMBERS =
      Set.of("filter", "as_of", "expected_count", "reason", "rate_per_second", "dry_run");
  private static final Set<String> FILTER =
      Set.of("state", "group", "error", "step", "actor", "from", "to", "text", "discarded");
  private static final BigDecimal USUAL_RATE = BigDecimal.TEN;
  private static final BigDecimal SLOWEST = new BigDecimal("0.1");
  private static final BigDecimal FASTEST = new BigDecimal(500);

  private static final int LONGEST_REASON = 500;

  private static final int LONGEST_FILTER = 300;

  private final JsonObjectReader reader = new JsonObjectReader();
  private final ObjectMapper mapper = new ObjectMapper();

  @Override
  public void process(Exchange exchange) {
    String key =
        IdempotencyKey.parse(exchange.getMessage().getHeader("Idempotency-Key"))
            .map(IdempotencyKey::value)
            .orElse(null);
    QueryParameters.of(exchange);
    FieldErrors errors = new FieldErrors();
    ObjectNode body =
        reader.read(exchange.getMessage(), MEMBERS, errors).orElseGet(mapper::createObjectNode);
    DeadLetterFilter filter = filter(body, errors);
    RedriveRequest request = request(body, filter, key, errors);
    if (!errors.isEmpty()) {
      throw errors.problem().toException();
    }
    exchange.setVariable("filter", filter);
    exchange.setVariable("redrive", request);
  }

  private RedriveRequest request(
      ObjectNode body, DeadLetterFilter filter, String key, FieldErrors errors) {
    boolean dryRun = Boolean.TRUE.equals(flag(body, at("dry_run"), "dry_run", errors));
    String asOf = moment(body, JsonPointer.empty(), "as_of", errors);
    Long expected = count(body, errors);
    if (!dryRun) {
      require(body, "as_of", errors);
      require(body, "expected_count", errors);
    }
    String reason = TextReading.text(body, "reason", LONGEST_REASON, !dryRun, errors);
    BigDecimal rate = rate(body, errors);
    ObjectNode kept = mapper.createObjectNode();
    kept.set("filter", mapper.valueToTree(filter));
    kept.put("as_of", asOf);
    kept.put("reason", reason);
    kept.put("rate_per_second", rate);
    return new RedriveRequest(asOf, expected, reason, rate, dryRun, kept.toString(), key);
  }

  private static DeadLetterFilter filter(ObjectNode body, FieldErrors errors) {
    JsonPointer place = at("filter");
    JsonNode node = body.get("filter");
    if (node == null) {
      errors.add(place, "required", "the member is missing; {} means all that were set aside");
      return null;
    }
    if (!(node instanceof ObjectNode filter)) {
      errors.add(place, "wrong_type", "the value must be an object");
      return null;
    }
    JsonObjectReader.refuseOthers(filter, place, FILTER, errors);
    return new DeadLetterFilter(
        matching(filter, "state", String.join("|", DeadLetterFilter.STATES), errors),
        matching(filter, "group", DeadLetterFilter.GROUP, errors),
        matching(filter, "error", null, errors),
        matching(filter, "step", null, errors),
        matching(filter, "actor", null, errors),
        moment(filter, place, "from", errors),
        moment(filter, place, "to", errors),
        matching(filter, "text", null, errors),
        flag(filter, place.appendProperty("discarded"), "discarded", errors));
  }

  private static String matching(
      ObjectNode filter, String member, String pattern, FieldErrors errors) {
    JsonPointer place = at("filter").appendProperty(member);
    JsonNode value = filter.get(member);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      errors.add(place, "wrong_type", "the value must be a string");
      return null;
    }
    String text = value.textValue();
    if (text.length() > LONGEST_FILTER) {
      errors.add(place, "too_long", "the text may have at most " + LONGEST_FILTER + " characters");
    } else if (pattern != null && !text.matches(pattern)) {
      errors.add(
          place,
          "unknown_value",
          member.equals("state")
              ? "the state is one of " + String.join(", ", DeadLetterFilter.STATES)
              : "the group is the key of a group, unchanged");
    }
    return text.isEmpty() ? null : text;
  }

  private static Boolean flag(
      ObjectNode object, JsonPointer place, String member, FieldErrors errors) {
    JsonNode value = object.get(member);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isBoolean()) {
      errors.add(place, "wrong_type", "the value must be true or false");
      return null;
    }
    return value.booleanValue();
  }

  private static String moment(
      ObjectNode object, JsonPointer around, String member, FieldErrors errors) {
    JsonNode value = object.get(member);
    if (value == null || value.isNull()) {
      return null;
    }
    try {
      return QueryParameters.instant(value.isTextual() ? value.textValue() : "").toString();
    } catch (DateTimeParseException notOne) {
      errors.add(
          around.appendProperty(member),
          "wrong_type",
          "the value must be a moment such as \"2026-08-01T09:30:00Z\"");
      return null;
    }
  }

  private static Long count(ObjectNode body, FieldErrors errors) {
    JsonNode value = body.get("expected_count");
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isInt() || value.intValue() < 1) {
      errors.add(at("expected_count"), "wrong_type", "the value must be a whole number from 1");
      return null;
    }
    return value.longValue();
  }

  private static BigDecimal rate(ObjectNode body, FieldErrors errors) {
    JsonNode value = body.get("rate_per_second");
    if (value == null || value.isNull()) {
      return USUAL_RATE;
    }
    BigDecimal rate = value.isNumber() ? value.decimalValue() : BigDecimal.ZERO;
    if (rate.compareTo(SLOWEST) < 0 || rate.compareTo(FASTEST) > 0) {
      errors.add(
          at("rate_per_second"),
          "out_of_range",
          "the value must be a number of jobs from %s to %s".formatted(SLOWEST, FASTEST));
      return USUAL_RATE;
    }
    return rate.setScale(2, RoundingMode.HALF_UP);
  }

  private static void require(ObjectNode body, String member, FieldErrors errors) {
    if (!body.hasNonNull(member)) {
      errors.add(
          at(member), "required", "the member is missing; a trial run (dry_run) tells its value");
    }
  }

  private static JsonPointer at(String member) {
    return JsonPointer.empty().appendProperty(member);
  }
}
