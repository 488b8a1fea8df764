package org.sortingoffice.simulator;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Where every call arrives, before any route: reads it, logs it, chooses its mode and holds it back
 * without holding a thread. A route then takes the call over as the exchange variable {@code call}.
 */
final class Reception implements Handler<RoutingContext>, Processor {
  /**
   * Header that ties the route's exchange to the call, in lower case as HTTP/2 needs it; whatever a
   * client sends under it is overwritten.
   */
  private static final String CALL_HEADER = "x-simulator-call";

  static final String CHAT_PATH = "/v1/chat/completions";
  static final String EMBEDDINGS_PATH = "/v1/embeddings";

  private final CallReader reader = new CallReader();
  private final AtomicLong ids = new AtomicLong();
  private final Map<String, Call> underWay = new ConcurrentHashMap<>();
  private final CallLog log;
  private final ModeBoard board;
  private final Latency latency;
  private final Chance chance;
  private final InstantSource clock;
  private final Map<String, LineFault> faults;
  private volatile ModeRoutes modes;

  Reception(
      CallLog log,
      ModeBoard board,
      Latency latency,
      Chance chance,
      InstantSource clock,
      List<LineFault> faults) {
    this.log = log;
    this.board = board;
    this.latency = latency;
    this.chance = chance;
    this.clock = clock;
    this.faults = faults.stream().collect(Collectors.toMap(LineFault::name, Function.identity()));
  }

  /** Whether the routes are there. */
  boolean isOpen() {
    return modes != null;
  }

  /** Starts serving, once the routes are there. */
  void open(ModeRoutes known) {
    this.modes = known;
  }

  /** Calls that have arrived and have not ended. */
  int underWay() {
    return underWay.size();
  }

  @Override
  public void handle(RoutingContext context) {
    switch (context.normalizedPath()) {
      case CHAT_PATH -> receive(context, true);
      case EMBEDDINGS_PATH -> receive(context, false);
      default -> context.next();
    }
  }

  private void receive(RoutingContext context, boolean chat) {
    Buffer body = context.body().buffer();
    try {
      CallRequest request =
          reader.read(
              chat, context.request().headers(), body == null ? new byte[0] : body.getBytes());
      CallLog.Entry entry =
          log.begin(
              request,
              owner(request),
              nth -> modes.applicable(board.choose(request, nth), request));
      hold(context, request, entry);
    } catch (BadCall refused) {
      CallRequest request = reader.malformed(chat, context.request().headers());
      CallLog.Entry entry = log.begin(request, request.ticket(), nth -> Mode.named("malformed"));
      begin(context, request, entry);
      refuse(context.response(), refused);
    }
  }

  private void hold(RoutingContext context, CallRequest request, CallLog.Entry entry) {
    Call call = begin(context, request, entry);
    long millis = latency.realMillis(entry.mode());
    if (millis == 0) {
      serve(context, call);
      return;
    }
    long timer = context.vertx().setTimer(millis, fired -> serve(context, call));
    context.addEndHandler(ended -> context.vertx().cancelTimer(timer));
  }

  private Call begin(RoutingContext context, CallRequest request, CallLog.Entry entry) {
    long id = ids.incrementAndGet();
    CallRow row = entry.row();
    boolean upgraded = context.request().version() == HttpVersion.HTTP_2;
    Call call =
        new Call(id, request, entry, modes.endpoint(entry.mode().name(), request), upgraded);
    String key = Long.toString(id);
    underWay.put(key, call);
    HttpServerResponse response = context.response();
    double offset = entry.mode().namedNumber("clock_offset_seconds", 0);
    response.putHeader(
        "Date", HttpDate.IMF.format(Instant.ofEpochMilli(clock.millis() + (long) (offset * 1000))));
    response.putHeader("x-request-id", call.requestId());
    if (!faults.containsKey(entry.mode().name())) {
      // Noted before the first byte leaves, so that whoever has the answer finds it in the log.
      context.addHeadersEndHandler(sent -> row.answered(response.getStatusCode(), clock.millis()));
    }
    context.addEndHandler(
        ended -> {
          underWay.remove(key);
          row.clientLeft(clock.millis());
        });
    return call;
  }

  private void serve(RoutingContext context, Call call) {
    if (context.response().closed()) {
      return;
    }
    LineFault fault = faults.get(call.mode().name());
    if (fault != null) {
      fault.strike(context, call);
    } else {
      context.request().headers().set(CALL_HEADER, Long.toString(call.id()));
      context.next();
    }
  }

  // Without a ticket's name, calls with one text belong together; that is only worked out where a
  // mode counts calls.
  private String owner(CallRequest request) {
    if (request.ticket() != null) {
      return request.ticket();
    }
    return board.calm() && !ModeMarker.in(request.prompt())
        ? null
        : Long.toHexString(chance.of(request.prompt()));
  }

  private static void refuse(HttpServerResponse response, BadCall refused) {
    response
        .setStatusCode(refused.status())
        .putHeader("Content-Type", "application/json")
        .end(ErrorAnswer.json(refused.getMessage(), "invalid_request_error", refused.code()));
  }

  /**
   * Hands a call over to the route that has just received it, and drops the request's headers,
   * which would else be echoed.
   */
  @Override
  public void process(Exchange exchange) {
    Call call = underWay.get(exchange.getMessage().getHeader(CALL_HEADER, String.class));
    exchange.getMessage().removeHeaders("*");
    if (call == null) {
      exchange.setRouteStop(true);
      return;
    }
    exchange.setVariable("call", call);
    exchange.setVariable("endpoint", call.endpoint());
  }
}
