package org.sortingoffice.simulator;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Registry;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/** A running simulated provider, in a Camel context and on a port of its own. */
public final class Simulator implements AutoCloseable {
  private final SimulatorSettings settings;
  private final Vertx vertx;
  private final CamelContext camel;
  private final FrontDoor door;

  private Simulator(SimulatorSettings settings) {
    this.settings = settings;
    this.vertx = Vertx.vertx(new VertxOptions());
    this.camel = new DefaultCamelContext();
    this.door = new FrontDoor(settings);
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
    InstantSource clock = InstantSource.system();
    Chance chance = new Chance(settings.seed());
    SimulatedTime time = new SimulatedTime(settings.pace().speed());
    CallLog log = new CallLog(settings.callsKept(), clock);
    ModeBoard board = new ModeBoard(Mode.named(settings.initialMode()));
    Quota quota = new Quota(settings.pace(), time, clock);
    List<LineFault> faults =
        List.of(
            new Hang(time, clock),
            new Reset(clock),
            new KeepaliveNewlines(time, clock, this::goodAnswer));
    Latency latency = new Latency(settings.pace().latency(), time);
    Reception reception = new Reception(log, board, latency, chance, clock, faults);
    Administration administration =
        new Administration(settings, board, log, quota, reception, clock);

    camel.getCamelContextExtension().setName("simulator");
    camel.getShutdownStrategy().setTimeout(2);
    Registry registry = camel.getRegistry();
    registry.bind("vertx", vertx);
    registry.bind("reception", reception);
    registry.bind("chat", new ChatAnswers(triage(), clock));
    registry.bind("content", new ContentFaults());
    registry.bind("errors", new ErrorAnswers());
    registry.bind("vectors", new VectorAnswers(new TextVector(chance)));
    registry.bind("flakiness", new Flakiness(chance));
    registry.bind("quota", quota);
    registry.bind("hints", new RawHints(clock));
    registry.bind("administration", administration);
    registry.bind("answer", new AnswerWriter());

    camel.build();
    door.open(camel, reception);
    loadRoutes();
    camel.start();
    ModeRoutes modes = modes(faults);
    administration.know(modes.names());
    reception.open(modes);
  }

  private String goodAnswer(Call call) {
    Exchange answered =
        camel
            .createFluentProducerTemplate()
            .to("direct:well_served")
            .withProcessor(exchange -> exchange.setVariable("call", call))
            .send();
    return answered.getMessage().getBody(String.class);
  }

  private static Triage triage() {
    return new Triage(SettingsFile.read("triage.properties", Path.of(""), System.getenv()));
  }

  private void loadRoutes() throws Exception {
    Collection<Resource> files = routeFiles();
    if (files.isEmpty()) {
      throw new SimulatorException(
          "The simulated provider found no routes at "
              + settings.routes()
              + ": set SIMULATOR_ROUTES to where they are.",
          null);
    }
    PluginHelper.getRoutesLoader(camel).loadRoutes(files);
  }

  private Collection<Resource> routeFiles() throws Exception {
    try {
      return PluginHelper.getPackageScanResourceResolver(camel).findResources(settings.routes());
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private ModeRoutes modes(List<LineFault> faults) {
    List<String> endpoints =
        camel.getRoutes().stream()
            .map(route -> route.getEndpoint().getEndpointUri())
            .filter(uri -> uri.startsWith("direct://"))
            .map(uri -> uri.substring("direct://".length()))
            .toList();
    ModeRoutes modes =
        new ModeRoutes(endpoints, faults.stream().map(LineFault::name).collect(Collectors.toSet()));
    if (!modes.names().contains(settings.initialMode())) {
      throw new SimulatorException(
          "The simulated provider has no mode \""
              + settings.initialMode()
              + "\". Modes: "
              + String.join(", ", modes.names())
              + ".",
          null);
    }
    return modes;
  }

  /** The port it listens on. */
  public int port() {
    return door.port();
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
