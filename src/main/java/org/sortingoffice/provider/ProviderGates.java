package org.sortingoffice.provider;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.sortingoffice.jobs.CalledProvider;
import org.sortingoffice.jobs.ClaimedJob;

/**
 * The gates of all providers that this worker has, each with a life of its own. A call goes to the
 * provider through whose gate its job came, and to the other when that one closes meanwhile.
 */
public final class ProviderGates {
  /**
   * A job for which only a closed gate is left while claims go on through another one: claims do
   * not hold it back, so it must not come again at once.
   */
  private static final long LEAST_MILLIS_BESIDE_AN_OPEN_ONE = 5_000;

  private final Map<Provider, ProviderGate> gates = new EnumMap<>(Provider.class);
  private final Set<String> stepsForFallback;
  private volatile boolean keptInUse = true;

  /**
   * @param all one for each provider; the default one is among them
   * @param stepsForFallback the steps for which the fallback is good
   */
  public ProviderGates(List<ProviderGate> all, Set<String> stepsForFallback) {
    this.stepsForFallback = Set.copyOf(stepsForFallback);
    all.forEach(gate -> gates.put(gate.provider(), gate));
  }

  /** A parameter of the claim: whether jobs may come through the fallback's gate, too. */
  public boolean hasFallback() {
    return gates.size() > 1;
  }

  /**
   * Whether jobs go on with the fallback, as far as this process knows: what may be sent to the
   * default provider then holds no claim back.
   */
  public boolean goOnWithoutDefault() {
    return hasFallback() && !gates.get(Provider.DEFAULT).isOpen();
  }

  /**
   * Lets the call on the exchange pass, or not.
   *
   * @throws GateClosed when the gate of its provider is known to be closed
   */
  void check(Exchange exchange, ClaimedJob job) {
    gates.get(Provider.calledBy(exchange)).check(job);
  }

  /**
   * The provider for a job's next call.
   *
   * @param step which asks
   * @throws GateClosed when there is none; the one that may be open first says for how long
   */
  Provider choose(ClaimedJob job, String step) {
    List<ProviderGate> good =
        Stream.of(Provider.named(job.provider()), Provider.DEFAULT, Provider.FALLBACK)
            .distinct()
            .filter(each -> isFor(each, step))
            .map(gates::get)
            .toList();
    return good.stream()
        .filter(gate -> gate.lets(job))
        .findFirst()
        .map(ProviderGate::provider)
        .orElseThrow(() -> closed(good, job));
  }

  private boolean isFor(Provider provider, String step) {
    return provider == Provider.DEFAULT || stepsForFallback.contains(step);
  }

  private GateClosed closed(List<ProviderGate> good, ClaimedJob job) {
    GateClosed first =
        good.stream()
            .flatMap(gate -> gate.refusal(job).stream())
            .min(Comparator.comparingLong(GateClosed::waitAtLeastMillis))
            .orElseGet(() -> new GateClosed(Provider.DEFAULT, GateReason.RATE_LIMITED, 0));
    return gates.values().stream().anyMatch(ProviderGate::isOpen)
        ? first.forAtLeast(LEAST_MILLIS_BESIDE_AN_OPEN_ONE)
        : first;
  }

  /** A job was claimed, and came through the gate of its provider. */
  public void claimed(@Body ClaimedJob job) {
    gates.get(Provider.named(job.provider())).claimed(job);
  }

  /**
   * Looks at the table, since another worker may have closed or opened a gate.
   *
   * @param rows the rows of {@code gate-state.sql}
   */
  public void seen(@Body List<Map<String, Object>> rows) {
    boolean fallbackIsKept = false;
    for (Map<String, Object> row : rows) {
      Provider provider = Provider.named((String) row.get("provider"));
      ProviderGate gate = gates.get(provider);
      if (gate != null) {
        gate.seen(row);
      }
      fallbackIsKept |= provider == Provider.FALLBACK && !Boolean.TRUE.equals(row.get("runs_out"));
    }
    keptInUse = fallbackIsKept || !hasFallback();
  }

  /** Whether the table has to be told that there is a fallback: {@code keep-gate.sql}. */
  public boolean lacksItsRow() {
    return !keptInUse;
  }

  /**
   * What the failure on the exchange means for the gate of the provider that was called; a wish to
   * close it is left in the variable gateClosing. When the job will then go to another provider, a
   * property of the exchange says so.
   */
  public ProviderGate.Move moveAfterFailure(Exchange exchange) {
    ProviderGate called = gates.get(Provider.calledBy(exchange));
    ProviderGate.Move move = called.moveAfterFailure(exchange);
    if (hasFallback() && !called.isOpen() && isOpenBeside(called, exchange)) {
      exchange.setProperty(CalledProvider.GOES_ELSEWHERE, true);
    }
    return move;
  }

  private boolean isOpenBeside(ProviderGate called, Exchange exchange) {
    String step = exchange.getVariable("step", String.class);
    return step != null
        && gates.values().stream()
            .anyMatch(gate -> gate != called && gate.isOpen() && isFor(gate.provider(), step));
  }

  /** The table took the wish; its row says for how long. No row: it was closed already. */
  public void closed(@Body Map<String, Object> row, @Variable("gateClosing") GateClosing closing) {
    if (row == null) {
      return;
    }
    long wait = ((Number) row.get("wait_millis")).longValue();
    ProviderGate gate = gates.get(closing.gate());
    String meanwhile =
        gates.values().stream()
            .filter(other -> other != gate && other.isOpen())
            .findFirst()
            .map(other -> "Jobs go on with " + other.provider().inWords() + ".")
            .orElse("All jobs wait, nothing is spent.");
    gate.closed(closing, wait, meanwhile);
  }

  /**
   * A gate in the table was opened by a probe of this process.
   *
   * @param provider whose gate, the only column of {@code open-gate.sql}; null when no row came
   *     back: it was open already, or the probe came so late that another one decides. The next
   *     look at the table tells which.
   */
  public void opened(@Body String provider) {
    if (provider != null) {
      gates.get(Provider.named(provider)).opened();
    }
  }
}
