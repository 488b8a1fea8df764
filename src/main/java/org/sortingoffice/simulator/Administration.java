package org.sortingoffice.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;

/** What the routes under {@code /admin} and {@code /v1/models} ask for. */
public final class Administration {
  private static final int USUAL_ROWS = 1000;

  private final ObjectMapper json = new ObjectMapper();
  private final ModeJson modeJson = new ModeJson();
  private final CallLogJson logJson = new CallLogJson();
  private final SimulatorSettings settings;
  private final ModeBoard board;
  private final CallLog log;
  private final Quota quota;
  private final Reception reception;
  private final InstantSource clock;
  private volatile Set<String> modes = Set.of(Mode.NORMAL);

  Administration(
      SimulatorSettings settings,
      ModeBoard board,
      CallLog log,
      Quota quota,
      Reception reception,
      InstantSource clock) {
    this.settings = settings;
    this.board = board;
    this.log = log;
    this.quota = quota;
    this.reception = reception;
    this.clock = clock;
  }

  void know(Set<String> names) {
    this.modes = new TreeSet<>(names);
  }

  /** The modes in force and the names of all there are. */
  public String mode() {
    ObjectNode root = modeJson.write(board.setting());
    var available = root.putArray("available");
    modes.forEach(available::add);
    return root.toString();
  }

  /** Puts other modes in force; a quota begins anew. */
  public String changeMode(@Body String text, Exchange exchange) {
    try {
      board.change(modeJson.read(text == null ? "" : text, modes));
      quota.restart();
      return mode();
    } catch (BadCall refused) {
      return refuse(exchange, refused);
    }
  }

  /** Counts and rows of the call log, filtered by step and ticket. */
  public String calls(
      @Header("step") String step,
      @Header("ticket") String ticket,
      @Header("limit") String limit,
      Exchange exchange) {
    try {
      int rows = limit == null ? USUAL_ROWS : Integer.parseInt(limit);
      return logJson.write(log, step, ticket, rows).toString();
    } catch (NumberFormatException e) {
      return refuse(exchange, new BadCall(400, "invalid_value", "'limit' must be a whole number."));
    }
  }

  /** Forgets all calls. */
  public String forgetCalls() {
    log.reset();
    return "{\"total\":0}";
  }

  /** That it is up, and how busy it is. */
  public String health() {
    ObjectNode root =
        json.createObjectNode().put("status", "up").put("mode", board.setting().general().name());
    return root.put("calls", log.total()).put("under_way", reception.underWay()).toString();
  }

  /** What tokens cost, in US dollars for a million. */
  public String prices() {
    Prices prices = settings.prices();
    ObjectNode root = json.createObjectNode().put("currency", "USD");
    root.put("input_per_million", prices.inputPerMillion());
    root.put("output_per_million", prices.outputPerMillion());
    return root.put("embedding_per_million", prices.embeddingPerMillion()).toString();
  }

  /** The models, in OpenAI's form. */
  public String models() {
    ObjectNode root = json.createObjectNode().put("object", "list");
    var data = root.putArray("data");
    List<String> models = settings.models();
    models.forEach(
        model ->
            data.addObject()
                .put("id", model)
                .put("object", "model")
                .put("created", clock.millis() / 1000)
                .put("owned_by", "sorting-office"));
    return root.toString();
  }

  private static String refuse(Exchange exchange, BadCall refused) {
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, refused.status());
    return ErrorAnswer.json(refused.getMessage(), "invalid_request_error", refused.code());
  }
}
