package org.sortingoffice.provider;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.sortingoffice.provider.ProviderBlocked.Reason;

/**
 * Says what an HTTP answer of the provider comes to. The table in docs/delivery.md is this class in
 * words.
 */
public final class ResponseOutcome {
  /** Their meaning is the same whoever answers, a proxy included. */
  private static final Set<Integer> SAME_FROM_A_PROXY = Set.of(400, 402, 413, 414, 422, 429, 431);

  /** Names that say no more than the status does. */
  private static final Pattern SAYS_NO_MORE =
      Pattern.compile(
          "(internal_|api_)?(server_)?error|(service_)?unavailable|bad_gateway|(gateway_)?timeout"
              + "|overloaded(_error)?|rate_limit(_exceeded|_error)?|too_many_requests|requests"
              + "|tokens|resource_exhausted|\\d+");

  private final ObjectMapper json =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // Read, so that it can be refused by its name.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          // An embedding is hundreds of numbers.
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .build();
  private final Provider provider;
  private final RetryHints hints;

  /**
   * Of the default provider.
   *
   * @param hints reads how long to wait
   */
  public ResponseOutcome(RetryHints hints) {
    this(Provider.DEFAULT, hints);
  }

  /**
   * @param provider who answers
   * @param hints reads how long to wait
   */
  public ResponseOutcome(Provider provider, RetryHints hints) {
    this.provider = provider;
    this.hints = hints;
  }

  /**
   * The good answer in a response: a JSON object without an error inside.
   *
   * @throws ProviderFailure when there is none
   */
  public JsonNode answer(ProviderResponse response) {
    JsonNode body = response.isPage() ? MissingNode.getInstance() : read(response.body());
    if (!response.isGood()) {
      throw refusal(response, ProviderError.ofRefusal(body));
    }
    if (response.isPage()) {
      throw unavailable(response, " with a page, not with JSON", ProviderError.NONE);
    }
    if (response.isBlank()) {
      throw unavailable(response, " with nothing", ProviderError.NONE);
    }
    ProviderError error = ProviderError.inGoodAnswer(body);
    if (!error.isNone()) {
      throw new Case(response, error, " with an error").of(innerStatus(error));
    }
    if (!body.isObject()) {
      throw new InvalidAnswer("the answer is not JSON");
    }
    return body;
  }

  private ProviderFailure refusal(ProviderResponse response, ProviderError error) {
    boolean notTheProvider = response.isPage() && !SAME_FROM_A_PROXY.contains(response.status());
    return notTheProvider
        ? unavailable(response, "", ProviderError.NONE)
        : new Case(response, error, "").of(response.status());
  }

  private ProviderFailure unavailable(ProviderResponse response, String how, ProviderError error) {
    return new Case(response, error, how).of(503);
  }

  // A good status with an error inside is what its code says; one that says nothing may pass.
  private static int innerStatus(ProviderError error) {
    OptionalInt told = error.httpStatus();
    if (told.isPresent()) {
      return told.getAsInt();
    }
    if (ErrorNames.CREDIT.named(error)) {
      return 402;
    }
    if (ErrorNames.SLOW_DOWN.in(error)) {
      return 429;
    }
    if (ErrorNames.CREDIT.worded(error)) {
      return 402;
    }
    if (ErrorNames.CREDENTIAL.in(error)) {
      return 401;
    }
    boolean rejected =
        ErrorNames.FILTERED.in(error)
            || ErrorNames.TOO_LONG.in(error)
            || ErrorNames.REJECTED.in(error);
    return rejected ? 400 : 503;
  }

  // Its message quotes the answer, which may quote the customer: it is not passed on.
  private JsonNode read(byte[] body) {
    try {
      return json.readTree(body);
    } catch (IOException unreadable) {
      return MissingNode.getInstance();
    }
  }

  /** One answer that is a failure. */
  private final class Case {
    private final ProviderResponse response;
    private final ProviderError error;
    private final String how;
    private final RetryHint hint;

    Case(ProviderResponse response, ProviderError error, String how) {
      this.response = response;
      this.error = error;
      this.how = how;
      this.hint = hints.of(response, error.node());
    }

    /** The failure that a status means. */
    ProviderFailure of(int status) {
      return switch (status) {
        case 429 -> namesCredit() ? blocked(Reason.CREDIT) : rateLimited();
        case 402 -> blocked(Reason.CREDIT);
        case 401, 403, 407 ->
            ErrorNames.FILTERED.named(error)
                ? rejected()
                : blocked(namesCredit() ? Reason.CREDIT : Reason.CREDENTIAL);
        case 400 -> ofBadRequest();
        case 408, 409, 425 -> unavailable();
        default -> status >= 400 && status < 500 ? rejected() : unavailable();
      };
    }

    // Some providers answer 400 where others answer 401 or 402. Wordings count here only as far as
    // they open the message: a rejection may quote the ticket further on.
    private ProviderFailure ofBadRequest() {
      if (ErrorNames.CREDIT.named(error) || error.wording().startsWith("your credit balance")) {
        return blocked(Reason.CREDIT);
      }
      return ErrorNames.CREDENTIAL.in(error) ? blocked(Reason.CREDENTIAL) : rejected();
    }

    // "Rate limit reached .. add a payment method in your billing settings" asks to slow down, and
    // so does whoever says when to come back.
    private boolean namesCredit() {
      return ErrorNames.CREDIT.named(error)
          || ErrorNames.CREDIT.worded(error)
              && hint.millis() == 0
              && !ErrorNames.SLOW_DOWN.named(error);
    }

    private ProviderFailure rateLimited() {
      return new ProviderRateLimited(briefly(), hint);
    }

    private ProviderFailure unavailable() {
      return new ProviderUnavailable(briefly(), response.status(), hint);
    }

    private ProviderFailure blocked(Reason reason) {
      return new ProviderBlocked(reason, atLength(), response.status(), hint);
    }

    private ProviderFailure rejected() {
      boolean named = ErrorNames.FILTERED.named(error) || ErrorNames.TOO_LONG.named(error);
      if (named ? ErrorNames.FILTERED.named(error) : ErrorNames.FILTERED.worded(error)) {
        return new ContentFiltered(atLength(), response.status());
      }
      return ErrorNames.TOO_LONG.in(error)
          ? new ContextTooLong(atLength(), response.status())
          : new RequestRejected(atLength(), response.status());
    }

    // The same for all calls that meet the same trouble, so that a thousand of them read as one.
    private String briefly() {
      String name = error.shownName();
      boolean telling = !how.isEmpty() || !SAYS_NO_MORE.matcher(name).matches();
      return told(telling ? name : "", "");
    }

    private String atLength() {
      String request = response.first("x-request-id");
      return told(error.shownName(), Identifiers.isName(request) ? "request " + request : "");
    }

    private String told(String name, String request) {
      String details = name + (name.isEmpty() || request.isEmpty() ? "" : ", ") + request;
      return "%s answered %d%s%s"
          .formatted(
              provider.inWords(),
              response.status(),
              how,
              details.isEmpty() ? "" : " (" + details + ")");
    }
  }
}
