package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;
import org.sortingoffice.jobs.DeliveryWatch;
import org.sortingoffice.jobs.LeaseLost;
import org.sortingoffice.tracing.Tracing;

/**
 * Looks at provider calls, for people: how long they took, what they came to, tokens and cost, a
 * span each. It counts what was answered, also when the answer is of no use afterwards: it was paid
 * for.
 */
public final class ProviderCalls {
  private static final String CALL = "sortingOfficeProviderCall";
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(20),
    Duration.ofSeconds(30),
    Duration.ofSeconds(60)
  };

  private final MeterRegistry meters;
  private final Prices prices;
  private final ProviderOutcome outcome;
  private final Tracing tracing;
  private final LongSupplier nanoTime;
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();
  private final Map<String, Spent> spent = new ConcurrentHashMap<>();

  /**
   * @param meters where they are measured
   * @param prices what tokens cost
   * @param outcome says what a failed call came to
   * @param tracing gets a span for each call
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public ProviderCalls(
      MeterRegistry meters,
      Prices prices,
      ProviderOutcome outcome,
      Tracing tracing,
      LongSupplier nanoTime) {
    this.meters = meters;
    this.prices = prices;
    this.outcome = outcome;
    this.tracing = tracing;
    this.nanoTime = nanoTime;
  }

  private record Call(long begun, Tracing.Span span) {}

  private record Spent(Counter input, Counter output, Counter usd) {}

  /** A call may begin. */
  void begin(Exchange exchange) {
    Tracing.Span span =
        tracing.isOn()
            ? tracing
                .begin(
                    Tracing.Role.CLIENT,
                    "call provider",
                    exchange.getProperty(DeliveryWatch.SPAN, String.class))
                .tell("sorting_office.step", stepOf(exchange))
            : null;
    exchange.setProperty(CALL, new Call(nanoTime.getAsLong(), span));
  }

  /**
   * What to send to the provider, so that its own spans are found under this call's.
   *
   * @return a traceparent, or null when nothing is traced
   */
  static String traceparent(Exchange exchange) {
    return exchange.getProperty(CALL) instanceof Call call && call.span() != null
        ? call.span().traceparent()
        : null;
  }

  /** A good answer came. */
  void answered(Exchange exchange, JsonNode answer) {
    String step = stepOf(exchange);
    int input = ProviderWire.tokens(answer, "prompt_tokens");
    int output = ProviderWire.tokens(answer, "completion_tokens");
    BigDecimal usd = answer.has("choices") ? prices.chat(input, output) : prices.embed(input);
    Spent sum = spent.computeIfAbsent(step, this::spentBy);
    sum.input().increment(input);
    sum.output().increment(output);
    sum.usd().increment(usd.doubleValue());
    Tracing.Span span = over(exchange, step, "ok");
    if (span != null) {
      span.tell("gen_ai.usage.input_tokens", input)
          .tell("gen_ai.usage.output_tokens", output)
          .end();
    }
  }

  /**
   * The call failed. Throws what {@link ProviderOutcome#raise} does.
   *
   * @throws ProviderFailure when the call failed
   * @throws LeaseLost when it was broken off because the job is not held any more
   */
  public void raise(Exchange exchange) {
    try {
      outcome.raise(exchange);
    } catch (ProviderFailure | LeaseLost failure) {
      Tracing.Span span = over(exchange, stepOf(exchange), word(failure));
      if (span != null) {
        if (failure instanceof ProviderFailure known && known.status() != null) {
          span.tell("http.response.status_code", known.status());
        }
        span.failed(failure.getClass().getSimpleName());
        span.end();
      }
      throw failure;
    }
  }

  private Tracing.Span over(Exchange exchange, String step, String word) {
    if (!(exchange.removeProperty(CALL) instanceof Call call)) {
      return null;
    }
    timers
        .computeIfAbsent(step + ' ' + word, key -> timer(step, word))
        .record(nanoTime.getAsLong() - call.begun(), TimeUnit.NANOSECONDS);
    return call.span();
  }

  private static String stepOf(Exchange exchange) {
    String step = exchange.getVariable("step", String.class);
    return step == null ? "none" : step;
  }

  /** What a call came to, in a word: the rows of the table in docs/delivery.md, put together. */
  private static String word(RuntimeException failure) {
    if (failure instanceof ProviderUnavailable) {
      return "unavailable";
    } else if (failure instanceof ProviderRateLimited) {
      return "rate_limited";
    } else if (failure instanceof ProviderBlocked) {
      return "blocked";
    } else if (failure instanceof RequestRejected) {
      return "rejected";
    } else if (failure instanceof InvalidAnswer) {
      return "invalid_answer";
    }
    return failure instanceof LeaseLost ? "broken_off" : "not_made";
  }

  private Timer timer(String step, String word) {
    return Timer.builder("sorting.office.provider.call.duration")
        .description("How long provider calls took, by what they came to")
        .tag("step", step)
        .tag("outcome", word)
        .serviceLevelObjectives(BUCKETS)
        .register(meters);
  }

  private Spent spentBy(String step) {
    return new Spent(tokens(step, "input"), tokens(step, "output"), usd(step));
  }

  private Counter tokens(String step, String direction) {
    return Counter.builder("sorting.office.provider.tokens")
        .description("Tokens that the provider counted, sent and received")
        .tag("step", step)
        .tag("direction", direction)
        .register(meters);
  }

  private Counter usd(String step) {
    return Counter.builder("sorting.office.provider.cost.usd")
        .description("What these tokens cost at the prices that are set, in US dollars")
        .tag("step", step)
        .register(meters);
  }
}
