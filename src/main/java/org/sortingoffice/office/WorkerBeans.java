package org.sortingoffice.office;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetricsPublisher;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.apache.camel.Predicate;
import org.apache.camel.spi.Registry;
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
import org.sortingoffice.provider.GatePolicy;
import org.sortingoffice.provider.Prices;
import org.sortingoffice.provider.ProviderBreaker;
import org.sortingoffice.provider.ProviderBudget;
import org.sortingoffice.provider.ProviderCalls;
import org.sortingoffice.provider.ProviderGate;
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
    HeldJobs heldJobs =
        new HeldJobs(
            concurrency,
            budget::affordableJobs,
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
    bindProvider(registry, concurrency, leases, budget);
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

  private void bindProvider(
      Registry registry, int concurrency, Leases leases, ProviderBudget budget) {
    RetryHints hints =
        new RetryHints(InstantSource.system(), settings.seconds("retry.after.cap.seconds"));
    ProviderOutcome outcome = new ProviderOutcome(new ResponseOutcome(hints));
    CircuitBreaker breaker =
        ProviderBreaker.create(outcome, settings.number("breaker.minimum.calls", 1, 10_000));
    registry.bind("providerOutcome", outcome);
    registry.bind("providerBreaker", breaker);
    new TaggedCircuitBreakerMetricsPublisher(meters).publishMetrics(breaker);
    ProviderGate gate =
        new ProviderGate(
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
    registry.bind("providerGate", gate);
    Prices prices =
        new Prices(
            settings.decimal("provider.price.chat.input"),
            settings.decimal("provider.price.chat.output"),
            settings.decimal("provider.price.embedding"));
    ProviderCalls calls = new ProviderCalls(meters, prices, outcome, tracing, System::nanoTime);
    registry.bind("providerCalls", calls);
    registry.bind("callPermit", new CallPermit(leases, gate, budget, calls));
    registry.bind("responseCheck", new ResponseCheck(budget, outcome, calls));
    Predicate isProbe = exchange -> exchange.getVariable("job", ClaimedJob.class).probe();
    registry.bind("isProbe", isProbe);
    registry.bind(
        "providerWire",
        new ProviderWire(
            prices,
            settings.oneOf("provider.max.tokens.member", "max_tokens", "max_completion_tokens")));
    registry.bind("providerHeaders", new ProviderHeaders());
    registry.bind("providerHttp", new ProviderConnection(settings).open(concurrency, leases));
    // Read by the route itself; checked here.
    settings.number("provider.timeout.millis", 1, 3_600_000);
  }
}
