package org.sortingoffice.office;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.apache.camel.CamelContext;
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.PluginHelper;
import org.sortingoffice.http.DoorVertx;
import org.sortingoffice.http.HttpEdges;
import org.sortingoffice.http.RequestWatch;
import org.sortingoffice.jobs.Announcement;
import org.sortingoffice.jobs.BackgroundFailures;
import org.sortingoffice.jobs.HeldJobs;
import org.sortingoffice.jobs.JobInLog;
import org.sortingoffice.jobs.JobMeters;
import org.sortingoffice.jobs.JobsListener;
import org.sortingoffice.jobs.StepWatch;
import org.sortingoffice.jobs.WakeUp;
import org.sortingoffice.outbox.EventFence;
import org.sortingoffice.outbox.EventVariables;
import org.sortingoffice.routefiles.RouteFiles;
import org.sortingoffice.tracing.OpenTelemetryTracing;
import org.sortingoffice.tracing.Tracing;

/**
 * One running process: what its roles need, opened in order and closed in the opposite order. First
 * the ground (database, provider), then the beans, then the routes.
 */
public final class SortingOffice implements AutoCloseable {
  /** As in Camel's properties component: the environment is not looked at. */
  private static final int ENVIRONMENT_NEVER = 0;

  private static final int ROUTES_STOP_SECONDS = 3;

  private final Main main;
  private final Opening opening;

  private SortingOffice(Main main, Opening opening) {
    this.main = main;
    this.opening = opening;
  }

  /**
   * Opens the office with settings from the environment and application.properties.
   *
   * @throws StartupFailure when it cannot, with one sentence that says why
   */
  public static SortingOffice open() {
    return open(Map.of(), Map.of(), true);
  }

  /**
   * Opens an office whose settings do not come from the environment, for experiments and tests.
   *
   * @param settings win over application.properties
   * @throws StartupFailure when it cannot, with one sentence that says why
   */
  public static SortingOffice openWith(Map<String, String> settings) {
    return openWith(settings, Map.of());
  }

  /**
   * As {@link #openWith(Map)}, with some beans replaced. For experiments that show what a rule is
   * for by leaving it out; no setting leads here.
   *
   * @param settings win over application.properties
   * @param beansInstead are bound in place of the beans of the same names
   * @throws StartupFailure when it cannot, with one sentence that says why
   */
  public static SortingOffice openWith(
      Map<String, String> settings, Map<String, Object> beansInstead) {
    return open(settings, beansInstead, false);
  }

  private static SortingOffice open(
      Map<String, String> settings, Map<String, Object> beansInstead, boolean readEnvironment) {
    if (Runtime.version().feature() >= 21) {
      System.setProperty("camel.threads.virtual.enabled", "true");
    }
    TalkativeLoggers.keepQuiet();
    Main main = new Main();
    main.setPropertyPlaceholderLocations(Settings.FILES);
    settings.forEach(main::addOverrideProperty);
    Opening opening = new Opening(beansInstead, readEnvironment);
    main.addMainListener(opening);
    SortingOffice office = new SortingOffice(main, opening);
    try {
      main.start();
      return office;
    } catch (Exception failure) {
      office.close();
      throw opening.diagnosis.of(failure);
    }
  }

  /** Whether it listens anywhere: all have health and metrics there, some the API. */
  public boolean listens() {
    return opening.port.isPresent();
  }

  /** Whether all that it prints is for machines. */
  public boolean logsJson() {
    return opening.logFormat.isJson();
  }

  /** Where it listens. */
  public URI api() {
    return URI.create(
        "http://%s:%d".formatted(opening.settings.text("http.host"), httpServer().getPort()));
  }

  private VertxPlatformHttpServer httpServer() {
    return main.getCamelContext().hasService(VertxPlatformHttpServer.class);
  }

  /** Whether it has the API or the console. */
  public boolean serves() {
    return opening.serves();
  }

  /** Whether it has pages for people. */
  public boolean hasConsole() {
    return opening.roles.contains("console");
  }

  /** Whether it works on jobs. */
  public boolean works() {
    return opening.roles.contains("worker");
  }

  /** The ground it stands on. */
  public Foundations foundations() {
    return opening.foundations;
  }

  /** The jobs that this process works on; null when it is no worker. */
  public HeldJobs heldJobs() {
    return opening.heldJobs;
  }

  /** The Camel context below. */
  public CamelContext camelContext() {
    return main.getCamelContext();
  }

  /** Stops claiming, lets running jobs end, stops the routes, then closes the ground. */
  @Override
  public void close() {
    try {
      if (opening.heldJobs != null && main.isStarted()) {
        new Drain(
                main.getCamelContext(),
                opening.heldJobs,
                opening.settings.seconds("shutdown.seconds"))
            .run();
      }
      main.stop();
    } finally {
      opening.closeWhatLooks();
      if (opening.foundations != null) {
        opening.foundations.close();
      }
      if (opening.logFormat != null) {
        opening.logFormat.close();
      }
    }
  }

  /** Does what has to be done between reading the settings and loading the routes. */
  private static final class Opening extends MainListenerSupport {
    private final Map<String, Object> beansInstead;
    private final boolean readEnvironment;
    private Settings settings;
    private Foundations foundations;
    private HeldJobs heldJobs;
    private List<String> roles = List.of();
    private LogFormat logFormat;
    private Tracing tracing = Tracing.OFF;
    private ProcessMeters processMeters;
    private OptionalInt port = OptionalInt.empty();
    private StartupDiagnosis diagnosis = new StartupDiagnosis(text -> Optional.empty());

    Opening(Map<String, Object> beansInstead, boolean readEnvironment) {
      this.beansInstead = Map.copyOf(beansInstead);
      this.readEnvironment = readEnvironment;
    }

    @Override
    public void beforeConfigure(BaseMainSupport main) {
      CamelContext context = main.getCamelContext();
      PropertiesComponent properties = context.getPropertiesComponent();
      if (!readEnvironment) {
        ((org.apache.camel.component.properties.PropertiesComponent) properties)
            .setEnvironmentVariableMode(ENVIRONMENT_NEVER);
      }
      settings = new Settings(context);
      logFormat = LogFormat.of(settings);
      roles = WebhookBeans.rolesAtWork(settings.list("app.roles"), settings);
      RouteFolder routes = RouteFolder.find(settings.text("routes.directory"));
      new KafkaSettings(settings).check();
      String optional =
          routes.optional(
              settings.text("routes.optional"),
              file ->
                  PluginHelper.getResourceLoader(context.getCamelContextExtension())
                      .resolveResource(file)
                      .exists());
      port = new ListeningPort(settings).find(serves());
      String patterns =
          routes.patterns(roles, port.isPresent(), optional, settings.text("routes.include"));
      main.configure().setRoutesIncludePattern(patterns);
      diagnosis = new StartupDiagnosis(new RouteText(context, patterns)::placeOf);
      RouteFiles files = readFiles(context, patterns, routes);
      foundations = Foundations.lay(settings, roles);
      properties.addOverrideProperty("provider.url", foundations.providerUrl());
      if (!foundations.fallbackUrl().isEmpty()) {
        properties.addOverrideProperty("provider.fallback.url", foundations.fallbackUrl());
        // Named by the kamelets of the steps; without it they go straight to provider-call.
        properties.addOverrideProperty("provider.call", "provider-call-or-fallback");
      }
      new OutboxSettings(settings).apply(properties);
      bind(context, routes);
      checkReferences(context, files);
      if (settings.yes("routes.reload")) {
        RouteReload reload =
            new RouteReload(
                context,
                () -> {
                  RouteFiles edited = readFiles(context, patterns, routes);
                  checkReferences(context, edited);
                  return edited;
                },
                diagnosis);
        reload.runs(files);
        reload.watch(routes.folder());
      }
    }

    private RouteFiles readFiles(CamelContext context, String patterns, RouteFolder routes) {
      RouteFiles files = RouteFiles.read(context, patterns, routes.kamelets());
      if (roles.contains("worker")) {
        files.checkSteps(settings.list("ticket.steps"), new StepRetries(settings)::areSetFor);
      }
      return files;
    }

    private void checkReferences(CamelContext context, RouteFiles files) {
      Registry registry = context.getRegistry();
      files.checkReferences(
          settings::isThere,
          name -> registry.lookupByName(name) != null,
          (name, method) ->
              Arrays.stream(registry.lookupByName(name).getClass().getMethods())
                  .anyMatch(found -> found.getName().equals(method)));
    }

    private void bind(CamelContext context, RouteFolder routes) {
      Registry registry = context.getRegistry();
      WakeUp wakeUp = new WakeUp();
      HikariDataSource database = foundations.database();
      PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      registry.bind("database", database);
      // Found by its type: group-sql measures into it.
      registry.bind("meters", meters);
      processMeters = new ProcessMeters(foundations);
      processMeters.bindTo(meters);
      JobMeters jobMeters = new JobMeters(meters);
      registry.bind("jobMeters", jobMeters);
      JobInLog jobInLog = new JobInLog();
      registry.bind("jobInLog", jobInLog);
      tracing = new Traces(settings).open();
      registry.bind("wakeUp", wakeUp);
      registry.bind("eventVariables", new EventVariables());
      registry.bind("eventFence", new EventFence());
      registry.bind(
          "backgroundFailures", new BackgroundFailures(Duration.ofSeconds(30), System::nanoTime));
      DoorVertx.bind(
          context,
          new VertxOptions().setWorkerPoolSize(settings.number("http.threads", 1, 2_000)),
          settings.seconds("http.idle.seconds"));
      context.getComponent("kamelet", KameletComponent.class).setLocation(routes.kamelets());
      if (roles.contains("worker")) {
        registry.bind("leaseDatabase", foundations.leaseDatabase());
        heldJobs =
            new WorkerBeans(
                    settings,
                    wakeUp,
                    RandomGenerator.getDefault(),
                    meters,
                    jobMeters,
                    jobInLog,
                    tracing)
                .bind(registry);
        context.addRoutePolicyFactory(new StepWatch(jobMeters, tracing, System::nanoTime));
      }
      if (heldJobs != null && settings.yes("claim.listen")) {
        addListener(context, wakeUp);
      }
      if (foundations.deskDatabase() != null) {
        registry.bind("deskDatabase", foundations.deskDatabase());
      }
      HeldJobs worker = heldJobs;
      registry.bind("othersMayTakeIt", new Announcement(() -> worker != null && worker.room() > 0));
      if (roles.contains("webhooks")) {
        new WebhookBeans(settings, RandomGenerator.getDefault(), meters)
            .bind(context, properties(context));
      }
      if (roles.contains("housekeeping")) {
        new HousekeepingBeans(settings, meters).bind(registry);
      }
      if (serves()) {
        new ApiBeans(settings, RandomGenerator.getDefault(), meters).bind(context);
      }
      if (port.isPresent()) {
        new AccessBeans(settings, database).bind(registry);
        if (roles.contains("api")) {
          new WatchBeans(settings).bind(context);
        }
        new ManagementBeans(meters).bind(registry);
        HttpEdges.installOnStart(
            context,
            settings.seconds("http.request.timeout.seconds"),
            new RequestWatch(meters, tracing, System::nanoTime));
      }
      if (roles.contains("console")) {
        new ConsoleBeans(settings.list("ticket.steps"), new SecureRandom()).bind(context);
      }
      beansInstead.forEach(
          (name, bean) -> {
            registry.unbind(name);
            registry.bind(name, bean);
          });
      properties(context)
          .addOverrideProperty("camel.server.enabled", String.valueOf(port.isPresent()));
      port.ifPresent(
          free ->
              properties(context).addOverrideProperty("camel.server.port", String.valueOf(free)));
      // The drain before it has waited for jobs already; what is left then is not waited for again.
      properties(context)
          .addOverrideProperty("camel.main.shutdownTimeout", String.valueOf(ROUTES_STOP_SECONDS));
    }

    private boolean serves() {
      return roles.contains("api") || roles.contains("console");
    }

    private void addListener(CamelContext context, WakeUp wakeUp) {
      try {
        context.addService(new JobsListener(foundations::openLine, wakeUp, Duration.ofSeconds(1)));
      } catch (Exception impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    /** What is left to be told about the process is told now. */
    void closeWhatLooks() {
      if (tracing instanceof OpenTelemetryTracing traces) {
        traces.close();
      }
      if (processMeters != null) {
        processMeters.close();
      }
    }

    private static PropertiesComponent properties(CamelContext context) {
      return context.getPropertiesComponent();
    }
  }
}
