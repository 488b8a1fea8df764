package org.sortingoffice.office;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetricsPublisher;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.apache.camel.Predicate;
import org.apache.camel.spi.Registry;
import org.sortingoffice.jobs.CalledProvider;
import org.sortingoffice.jobs.ClaimScheduler;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.DeliveryWatch;
import org.sortingoffice.jobs.Fence;
import org.sortingoffice.jobs.HeldJobs;
import org.sortingoffice.jobs.Itinerary;
import org.sortingoffice.jobs.JobInLog;
import org.sortingoffice.jobs.JobMeters;
import org.sortingoffice.jobs.JobVariables;
import org.sortingoffice.jobs.Judge;
import org.sortingoffice.jobs.Lanes;
import org.sortingoffice.jobs.Leases;
import org.sortingoffice.jobs.LowWaterMark;
import org.sortingoffice.jobs.WakeUp;
import org.sortingoffice.jobs.WorkerName;
import org.sortingoffice.provider.Allowance;
import org.sortingoffice.provider.CallPermit;
import org.sortingoffice.provider.FallbackRequests;
import org.sortingoffice.provider.GatePolicy;
import org.sortingoffice.provider.Prices;
import org.sortingoffice.provider.Provider;
import org.sortingoffice.provider.ProviderBreaker;
import org.sortingoffice.provider.ProviderBudget;
import org.sortingoffice.provider.ProviderCalls;
import org.sortingoffice.provider.ProviderChoice;
import org.sortingoffice.provider.ProviderGate;
import org.sortingoffice.provider.ProviderGates;
import org.sortingoffice.provider.ProviderHeaders;
import org.sortingoffice.provider.ProviderHealth;
import org.sortingoffice.provider.ProviderOutcome;
import org.sortingoffice.provider.ProviderWire;
import org.sortingoffice.provider.ResponseCheck;
import org.sortingoffice.provider.ResponseOutcome;
import org.sortingoffice.provider.RetryHints;
import org.sortingoffice.steps.StepResults;
import org.sortingoffice.steps.TicketText;
import org.sortingoffice.tracing.Tracing;

/** Makes the beans that the worker's routes name. */
final class WorkerBeans {
  private static final Provider[] ONLY_ONE = {Provider.DEFAULT};

  private final Settings settings;
  private final WakeUp wakeUp;
  private final RandomGenerator random;
  private final MeterRegistry meters;
  private final JobMeters jobMeters;
  private final JobInLog jobInLog;
  private final Tracing tracing;

  WorkerBeans(
      Settings settings,
      WakeUp wakeUp,
      RandomGenerator random,
      MeterRegistry meters,
      JobMeters jobMeters,
      JobInLog jobInLog,
      Tracing tracing) {
    this.settings = settings;
    this.jobMeters = jobMeters;
    this.jobInLog = jobInLog;
    this.tracing = tracing;
    this.meters = meters;
    this.wakeUp = wakeUp;
    this.random = random;
  }

  HeldJobs bind(Registry registry) {
    int concurrency = settings.number("worker.concurrency", 1, 2_000);
    ProviderBudget budget = budget();
    Leases leases = leases();
    registry.bind("leases", leases);
    Duration look = Duration.ofMillis(settings.number("claim.poll.millis", 1, 60_000));
    LowWaterMark light = new LowWaterMark(look, System::nanoTime);
    registry.bind("lightMark", light);
    LowWaterMark bulk = new LowWaterMark(look, System::nanoTime);
    registry.bind("bulkMark", bulk);
    Lanes lanes = new Lanes(light, bulk);
    registry.bind("lanes", lanes);
    // Read by the claim itself; checked here.
    settings.number("claim.bulk.every", 1, 1_000);
    ProviderGates gates = bindProvider(registry, concurrency, leases, budget);
    HeldJobs heldJobs =
        new HeldJobs(
            concurrency,
            () -> gates.goOnWithoutDefault() ? concurrency : budget.affordableJobs(),
            wakeUp,
            lanes,
            leases,
            System::nanoTime,
            jobMeters);
    registry.bind("heldJobs", heldJobs);
    showSlots(heldJobs);
    registry.bind(
        "jobVariables",
        new JobVariables(new DeliveryWatch(jobMeters, jobInLog, tracing, System::nanoTime)));
    registry.bind("workerName", WorkerName.atStart(settings.text("worker.name"), random));
    registry.bind(
        "claimScheduler",
        new ClaimScheduler(heldJobs, lanes, wakeUp, look, jobMeters, System::nanoTime));
    registry.bind("itinerary", new Itinerary(settings.list("ticket.steps")));
    registry.bind("fence", new Fence(jobMeters));
    registry.bind(
        "judge",
        new Judge(
            random,
            settings.seconds("rate.limit.base.seconds"),
            settings.seconds("rate.limit.cap.seconds")));
    checkRetries();
    new StepRetries(settings).bind(registry, settings.list("ticket.steps"));
    new StepSettings(settings).check();
    registry.bind("ticketText", new TicketText());
    registry.bind("stepResults", new StepResults(settings.list("classify.teams")));
    return heldJobs;
  }

  private void showSlots(HeldJobs heldJobs) {
    Gauge.builder("sorting.office.worker.jobs", heldJobs, held -> held.concurrency() - held.free())
        .description("Jobs that this process works on")
        .register(meters);
    Gauge.builder("sorting.office.worker.slots", heldJobs, HeldJobs::concurrency)
        .description("How many jobs this process works on at most")
        .register(meters);
  }

  private ProviderBudget budget() {
    return new ProviderBudget(
        allowance("provider.requests.per.minute"),
        allowance("provider.tokens.per.minute"),
        settings.list("ticket.steps").size());
  }

  private Optional<Allowance> allowance(String name) {
    if (!settings.isSet(name)) {
      return Optional.empty();
    }
    OptionalLong perMinute =
        settings.is("learn", name)
            ? OptionalLong.empty()
            : OptionalLong.of(settings.number(name, 1, Integer.MAX_VALUE));
    return Optional.of(new Allowance(perMinute, System::nanoTime));
  }

  private Leases leases() {
    Duration lease = settings.seconds("lease.seconds");
    Duration renew = settings.seconds("lease.renew.seconds");
    if (lease.compareTo(renew.multipliedBy(2)) < 0) {
      throw new StartupFailure(
          "The setting lease.seconds (LEASE_SECONDS) must be at least twice lease.renew.seconds"
              + " (LEASE_RENEW_SECONDS), or leases end while their worker lives.");
    }
    return new Leases(lease, renew, System::nanoTime);
  }

  // Read by the routes themselves; checked here so that a wrong one stops the start with its name.
  private void checkRetries() {
    settings.number("job.max.attempts", 1, 1_000);
    settings.seconds("retry.base.seconds");
    settings.seconds("retry.cap.seconds");
    settings.seconds("database.retry.seconds");
  }

  private ProviderGates bindProvider(
      Registry registry, int concurrency, Leases leases, ProviderBudget ofDefault) {
    FallbackSettings fallback = new FallbackSettings(settings);
    Map<String, FallbackRequests.Of> steps = fallback.isThere() ? fallback.steps() : Map.of();
    RetryHints hints =
        new RetryHints(InstantSource.system(), settings.seconds("retry.after.cap.seconds"));
    Map<Provider, ProviderGate> gatesOf = new EnumMap<>(Provider.class);
    Map<Provider, ProviderOutcome> outcomes = new EnumMap<>(Provider.class);
    for (Provider provider : fallback.isThere() ? Provider.values() : ONLY_ONE) {
      ProviderOutcome outcome = new ProviderOutcome(provider, new ResponseOutcome(provider, hints));
      outcomes.put(provider, outcome);
      gatesOf.put(provider, gate(provider, registry, outcome));
      registry.bind(
          beanOf(provider, "Http"),
          new ProviderConnection(settings, provider).open(concurrency, leases));
    }
    ProviderGates gates = new ProviderGates(List.copyOf(gatesOf.values()), steps.keySet());
    registry.bind("providerGate", gates);
    outcomes.forEach(
        (provider, outcome) -> {
          ProviderBudget budget =
              provider == Provider.DEFAULT ? ofDefault : ProviderBudget.unlimited();
          ProviderCalls calls =
              new ProviderCalls(
                  provider, meters, prices(provider), outcome, tracing, System::nanoTime);
          registry.bind(beanOf(provider, "Calls"), calls);
          registry.bind(
              beanOf(provider, "CallPermit"), new CallPermit(leases, gates, budget, calls));
          registry.bind(
              beanOf(provider, "ResponseCheck"), new ResponseCheck(budget, outcome, calls));
        });
    if (fallback.isThere()) {
      registry.bind(
          "providerChoice",
          new ProviderChoice(
              gates, new FallbackRequests(steps, maxTokensMember(Provider.FALLBACK))));
    }
    Predicate isProbe =
        exchange -> {
          ClaimedJob job = exchange.getVariable("job", ClaimedJob.class);
          return job.probe() && job.isProbeOf(CalledProvider.of(exchange));
        };
    registry.bind("isProbe", isProbe);
    registry.bind(
        "providerWire",
        new ProviderWire(
            prices(Provider.DEFAULT),
            prices(fallback.isThere() ? Provider.FALLBACK : Provider.DEFAULT),
            maxTokensMember(Provider.DEFAULT)));
    registry.bind("providerHeaders", new ProviderHeaders());
    // Read by the route itself; checked here.
    settings.number("provider.timeout.millis", 1, 3_600_000);
    return gates;
  }

  private ProviderGate gate(Provider provider, Registry registry, ProviderOutcome outcome) {
    CircuitBreaker breaker =
        ProviderBreaker.create(
            prefix(provider), outcome, settings.number("breaker.minimum.calls", 1, 10_000));
    new TaggedCircuitBreakerMetricsPublisher(meters).publishMetrics(breaker);
    registry.bind(beanOf(provider, "Breaker"), breaker);
    return new ProviderGate(
        provider,
        new GatePolicy(
            settings.seconds("rate.limit.base.seconds"),
            settings.seconds("rate.limit.cap.seconds"),
            settings.seconds("breaker.open.seconds"),
            settings.seconds("breaker.open.cap.seconds"),
            settings.seconds("provider.probe.seconds"),
            settings.seconds("provider.probe.cap.seconds")),
        new ProviderHealth(
            breaker, settings.number("breaker.minimum.jobs", 1, 1_000), System::nanoTime),
        wakeUp,
        System::nanoTime);
  }

  /** The first word in the names of its beans, as the kamelet provider-call puts them together. */
  private static String prefix(Provider provider) {
    return provider == Provider.DEFAULT ? "provider" : provider.stored();
  }

  private static String beanOf(Provider provider, String what) {
    return prefix(provider) + what;
  }

  private Prices prices(Provider provider) {
    return new Prices(
        settings.decimal(provider.setting("price.chat.input")),
        settings.decimal(provider.setting("price.chat.output")),
        settings.decimal(provider.setting("price.embedding")));
  }

  private String maxTokensMember(Provider provider) {
    return settings.oneOf(
        provider.setting("max.tokens.member"), "max_tokens", "max_completion_tokens");
  }
}
