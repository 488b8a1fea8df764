package org.sortingoffice.simulator;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Registry;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/** A running simulated provider, in a Camel context and on a port of its own. */
public final class Simulator implements AutoCloseable {
  private static final int FIRST = -1000;
  private static final int LAST = 1_000_000;

  private final SimulatorSettings settings;
  private final Vertx vertx;
  private final CamelContext camel;
  private final VertxPlatformHttpServer server;

  private Simulator(SimulatorSettings settings) {
    this.settings = settings;
    this.vertx = Vertx.vertx(new VertxOptions());
    this.camel = new DefaultCamelContext();
    VertxPlatformHttpServerConfiguration http = new VertxPlatformHttpServerConfiguration();
    http.setBindHost(settings.host());
    http.setBindPort(settings.port());
    http.setMaxBodySize((long) settings.maxBodyBytes());
    http.getBodyHandler().setHandleFileUploads(false);
    this.server = new VertxPlatformHttpServer(http);
  }

  /**
   * Starts a simulated provider and returns when it answers.
   *
   * @throws SimulatorException if its port is taken, its routes are broken or its first mode does
   *     not exist
   */
  public static Simulator start(SimulatorSettings settings) {
    Simulator simulator = new Simulator(settings);
    try {
      simulator.open();
      return simulator;
    } catch (SimulatorException e) {
      simulator.close();
      throw e;
    } catch (Exception e) {
      simulator.close();
      throw new SimulatorException("The simulated provider could not start: " + e.getMessage(), e);
    }
  }

  private void open() throws Exception {
    checkAddress();
    InstantSource clock = InstantSource.system();
    Chance chance = new Chance(settings.seed());
    SimulatedTime time = new SimulatedTime(settings.pace().speed());
    CallLog log = new CallLog(settings.callsKept(), clock);
    ModeBoard board = new ModeBoard(Mode.named(settings.initialMode()));
    Quota quota = new Quota(settings.pace(), time, clock);
    List<LineFault> faults =
        List.of(new Hang(time, clock), new Reset(clock), new KeepaliveNewlines(time, clock));
    Reception reception =
        new Reception(
            log, board, new Latency(settings.pace().latency(), time), chance, clock, faults);
    Administration administration =
        new Administration(settings, board, log, quota, reception, clock);

    camel.getCamelContextExtension().setName("simulator");
    camel.getShutdownStrategy().setTimeout(2);
    Registry registry = camel.getRegistry();
    registry.bind("vertx", vertx);
    registry.bind("reception", reception);
    registry.bind(
        "chat",
        new ChatAnswers(
            new Triage(SettingsFile.read("triage.properties", Path.of(""), System.getenv())),
            clock));
    registry.bind("vectors", new VectorAnswers(new TextVector(chance)));
    registry.bind("flakiness", new Flakiness(chance));
    registry.bind("quota", quota);
    registry.bind("hints", new RawHints(clock));
    registry.bind("administration", administration);
    registry.bind("answer", new AnswerWriter());

    // The server first, so that its router is there before the routes' own handlers are.
    camel.build();
    camel.addService(server, true, true);
    org.apache.camel.support.service.ServiceHelper.startService(server);
    VertxPlatformHttpRouter router =
        VertxPlatformHttpRouter.lookup(
            camel, VertxPlatformHttpRouter.getRouterNameFromPort(settings.port()));
    router
        .route("/v1/chat/completions")
        .order(FIRST)
        .method(io.vertx.core.http.HttpMethod.POST)
        .handler(router.bodyHandler())
        .handler(reception);
    router
        .route("/v1/embeddings")
        .order(FIRST + 1)
        .method(io.vertx.core.http.HttpMethod.POST)
        .handler(router.bodyHandler())
        .handler(reception);
    UnknownAddress otherwise = new UnknownAddress();
    router.route().order(LAST).handler(otherwise);
    router.route().order(FIRST - 1).failureHandler(otherwise);

    loadRoutes();
    camel.start();
    ModeRoutes modes =
        new ModeRoutes(
            endpoints(), faults.stream().map(LineFault::name).collect(Collectors.toSet()));
    if (!modes.names().contains(settings.initialMode())) {
      throw new SimulatorException(
          "The simulated provider has no mode \""
              + settings.initialMode()
              + "\". Modes: "
              + String.join(", ", modes.names())
              + ".",
          null);
    }
    administration.know(modes.names());
    reception.open(modes);
  }

  // The server would only log that its port is taken, and go on without one.
  private void checkAddress() throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()));
    } catch (BindException e) {
      throw new SimulatorException(
          "The simulated provider cannot listen on "
              + settings.host()
              + ':'
              + settings.port()
              + " ("
              + e.getMessage()
              + "): stop what uses that port, or set SIMULATOR_PORT to another one.",
          e);
    }
  }

  private void loadRoutes() throws Exception {
    Collection<Resource> files =
        PluginHelper.getPackageScanResourceResolver(camel).findResources(settings.routes());
    if (files.isEmpty()) {
      throw new SimulatorException(
          "The simulated provider found no routes at "
              + settings.routes()
              + ": set SIMULATOR_ROUTES to where they are.",
          null);
    }
    PluginHelper.getRoutesLoader(camel).loadRoutes(files);
  }

  private List<String> endpoints() {
    return camel.getRoutes().stream()
        .map(route -> route.getEndpoint().getEndpointUri())
        .filter(uri -> uri.startsWith("direct://"))
        .map(uri -> uri.substring("direct://".length()))
        .toList();
  }

  /** The port it listens on. */
  public int port() {
    return server.getPort();
  }

  /** Where OpenAI clients find it; ends in {@code /v1}. */
  public URI baseUrl() {
    return URI.create("http://" + settings.host() + ':' + port() + "/v1");
  }

  /** Stops it; calls under way are broken off. */
  @Override
  public void close() {
    camel.stop();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
