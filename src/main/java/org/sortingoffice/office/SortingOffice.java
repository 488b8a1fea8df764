package org.sortingoffice.office;

import com.zaxxer.hikari.HikariDataSource;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.camel.CamelContext;
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.spi.Registry;
import org.sortingoffice.jobs.HeldJobs;
import org.sortingoffice.jobs.WakeUp;

/**
 * One running process: what its roles need, opened in order and closed in the opposite order. First
 * the ground (database, provider), then the beans, then the routes.
 */
public final class SortingOffice implements AutoCloseable {
  /** As in Camel's properties component: the environment is not looked at. */
  private static final int ENVIRONMENT_NEVER = 0;

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
    return open(Map.of(), true);
  }

  /**
   * Opens an office whose settings do not come from the environment, for experiments and tests.
   *
   * @param settings win over application.properties
   * @throws StartupFailure when it cannot, with one sentence that says why
   */
  public static SortingOffice openWith(Map<String, String> settings) {
    return open(settings, false);
  }

  private static SortingOffice open(Map<String, String> settings, boolean readEnvironment) {
    if (Runtime.version().feature() >= 21) {
      System.setProperty("camel.threads.virtual.enabled", "true");
    }
    Main main = new Main();
    main.setPropertyPlaceholderLocations(Settings.FILES);
    settings.forEach(main::addOverrideProperty);
    Opening opening = new Opening(readEnvironment);
    main.addMainListener(opening);
    SortingOffice office = new SortingOffice(main, opening);
    try {
      main.start();
      office.checkThatItListens();
      return office;
    } catch (Exception failure) {
      office.close();
      throw StartupDiagnosis.of(failure);
    }
  }

  /** Where the API listens. */
  public URI api() {
    return URI.create(
        "http://%s:%d".formatted(opening.settings.text("http.host"), httpServer().getPort()));
  }

  private VertxPlatformHttpServer httpServer() {
    return main.getCamelContext().hasService(VertxPlatformHttpServer.class);
  }

  // Camel logs a port that cannot be had, and starts all the same.
  private void checkThatItListens() {
    if (serves() && httpServer().getPort() <= 0) {
      throw new StartupFailure(
          "Port %s is taken. Stop what listens there, or choose another port with HTTP_PORT."
              .formatted(opening.settings.text("http.port")));
    }
  }

  /** Whether it answers HTTP. */
  public boolean serves() {
    return opening.roles.contains("api");
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
      if (opening.foundations != null) {
        opening.foundations.close();
      }
    }
  }

  /** Does what has to be done between reading the settings and loading the routes. */
  private static final class Opening extends MainListenerSupport {
    private final boolean readEnvironment;
    private Settings settings;
    private Foundations foundations;
    private HeldJobs heldJobs;
    private List<String> roles = List.of();

    Opening(boolean readEnvironment) {
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
      roles = settings.list("app.roles");
      RouteFolder routes = RouteFolder.find(settings.text("routes.directory"));
      main.configure()
          .setRoutesIncludePattern(routes.patterns(roles, settings.text("routes.include")));
      foundations = Foundations.lay(settings, roles);
      properties.addOverrideProperty("provider.url", foundations.providerUrl());
      bind(context, routes);
    }

    private void bind(CamelContext context, RouteFolder routes) {
      Registry registry = context.getRegistry();
      WakeUp wakeUp = new WakeUp();
      HikariDataSource database = foundations.database();
      registry.bind("database", database);
      registry.bind("wakeUp", wakeUp);
      registry.bind(
          "vertxOptions",
          new VertxOptions().setWorkerPoolSize(settings.number("http.threads", 1, 2_000)));
      context.getComponent("kamelet", KameletComponent.class).setLocation(routes.kamelets());
      if (roles.contains("worker")) {
        heldJobs = new WorkerBeans(settings, wakeUp, RandomGenerator.getDefault()).bind(registry);
      }
      if (roles.contains("api")) {
        new ApiBeans().bind(registry);
      }
      // A worker that serves nobody needs no port.
      properties(context)
          .addOverrideProperty("camel.server.enabled", String.valueOf(roles.contains("api")));
      properties(context)
          .addOverrideProperty(
              "camel.main.shutdownTimeout",
              String.valueOf(settings.seconds("shutdown.seconds").toSeconds() + 5));
    }

    private static PropertiesComponent properties(CamelContext context) {
      return context.getPropertiesComponent();
    }
  }
}
