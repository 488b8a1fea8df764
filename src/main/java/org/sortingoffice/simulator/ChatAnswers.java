package org.sortingoffice.simulator;

import java.time.InstantSource;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Variable;

/**
 * Chat completions. Routes ask it for the {@link #content} that a good model would give, may change
 * that in the message body, and let it be wrapped into a completion. The variables {@code finish}
 * (else {@code stop}), {@code message} and {@code choices} (raw JSON) replace parts of the
 * completion; {@code more} (raw JSON members, each with a comma before it) adds to it.
 */
public final class ChatAnswers implements Processor {
  /** Characters, so that the answer stays within 50 tokens. */
  private static final int ECHO = 120;

  private final Triage triage;
  private final InstantSource clock;

  ChatAnswers(Triage triage, InstantSource clock) {
    this.triage = triage;
    this.clock = clock;
  }

  /**
   * What a good model answers: a team and a priority as JSON, or a reply. Of any other step it is
   * not known what it wants: it gets the step's name and the beginning of the ticket, as a text or,
   * if that is asked for, as JSON.
   */
  public String content(@Variable("call") Call call) {
    Ticket ticket = Ticket.in(call.prompt());
    return switch (call.step()) {
      case "classify" -> classification(triage.read(ticket));
      case "draft_reply" -> triage.reply(ticket);
      default -> echo(call, ticket);
    };
  }

  private static String classification(Triage.Finding finding) {
    return "{\"team\":\"" + finding.team() + "\",\"priority\":" + finding.priority() + '}';
  }

  private static String echo(Call call, Ticket ticket) {
    String text = ModeMarker.strip(ticket.subject() + ". " + ticket.body()).strip();
    String beginning = text.length() > ECHO ? text.substring(0, ECHO) : text;
    if (!call.request().jsonAnswer()) {
      return call.step() + ": " + beginning;
    }
    StringBuilder json = new StringBuilder("{\"step\":");
    JsonText.quote(json, call.step()).append(",\"text\":");
    return JsonText.quote(json, beginning).append('}').toString();
  }

  /** Wraps the message body, or nothing, into a completion. */
  @Override
  public void process(Exchange exchange) {
    Call call = exchange.getVariable("call", Call.class);
    String finish = exchange.getVariable("finish", String.class);
    String message = exchange.getVariable("message", String.class);
    String choices = exchange.getVariable("choices", String.class);
    String content = choices == null ? exchange.getMessage().getBody(String.class) : null;
    String more = exchange.getVariable("more", String.class);
    int most = call.request().maxTokens();
    if (content != null && CallRequest.tokens(content.length()) > most) {
      content = content.substring(0, Math.max(0, most) * 4);
      finish = "length";
    }
    int used = content == null ? 0 : CallRequest.tokens(content.length());
    int asked = call.request().promptTokens();
    call.row().used(asked, used);
    StringBuilder out =
        new StringBuilder(420 + (content == null ? 0 : content.length() + content.length() / 8));
    out.append("{\"id\":\"chatcmpl-")
        .append(call.id())
        .append("\",\"object\":\"chat.completion\",\"created\":");
    out.append(clock.millis() / 1000).append(",\"model\":");
    JsonText.quote(out, call.model()).append(",\"choices\":");
    if (choices != null) {
      out.append(choices);
    } else {
      out.append("[{\"index\":0,\"message\":");
      if (message != null) {
        out.append(message);
      } else {
        JsonText.quote(out.append("{\"role\":\"assistant\",\"content\":"), content)
            .append(",\"refusal\":null}");
      }
      JsonText.quote(
              out.append(",\"logprobs\":null,\"finish_reason\":"), finish == null ? "stop" : finish)
          .append("}]");
    }
    out.append(",\"usage\":{\"prompt_tokens\":").append(asked);
    out.append(",\"completion_tokens\":").append(used);
    out.append(",\"total_tokens\":").append(asked + used).append('}');
    out.append(more == null ? "" : more).append('}');
    exchange.getMessage().setBody(out.toString());
  }
}
