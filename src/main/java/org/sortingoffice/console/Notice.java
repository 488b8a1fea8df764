package org.sortingoffice.console;

import java.util.Map;
import java.util.Optional;

/**
 * A sentence at the top of a page that tells what the last action came to. Only its name and counts
 * travel in the address, so that nobody can be sent a page that says something else.
 *
 * @param kind {@code good}, {@code warn} or {@code bad}
 * @param text the sentence
 */
public record Notice(String kind, String text) {
  private static final Formats FORMATS = new Formats();

  private static final Map<String, Notice> SENTENCES =
      Map.ofEntries(
          Map.entry("retried", good("The job is queued again. Its finished steps are kept.")),
          Map.entry("discarded", good("The job was discarded. It is kept, with your reason.")),
          Map.entry("cancelled", good("The job was cancelled.")),
          Map.entry("noted", good("Your note was added.")),
          Map.entry(
              "job_not_retryable",
              bad(
                  "Nothing was changed: this job is no longer set aside. Somebody was first; who and"
                      + " when stands in its history.")),
          Map.entry(
              "job_not_cancellable",
              bad("Nothing was changed: this job was over before it could be cancelled.")),
          Map.entry(
              "job_not_discardable",
              bad(
                  "Nothing was changed: this job is no longer set aside, or was discarded already.")),
          Map.entry("reason_missing", bad("Nothing was changed: say why in a few words first.")),
          Map.entry(
              "count_changed",
              bad(
                  "Nothing was sent: while you looked, the number changed. Somebody sent some of these"
                      + " again, or discarded them. The present number stands below.")),
          Map.entry("note_missing", bad("Nothing was added: the note is empty.")),
          Map.entry("none_chosen", bad("Nothing was sent: choose at least one job.")),
          Map.entry("paused", good("Paused. Nothing more is sent until you resume.")),
          Map.entry("resumed", good("Resumed.")),
          Map.entry(
              "redrive_cancelled",
              good("Cancelled. What was sent stays sent; the rest is set aside as before.")),
          Map.entry(
              "redrive_over", bad("Nothing was changed: this redrive is in another state by now.")),
          Map.entry("started", good("Started. You may leave this page; it goes on by itself.")),
          Map.entry(
              "started_already",
              new Notice("warn", "This had been started already; it was not started twice.")),
          Map.entry(
              "redrive_in_the_way",
              new Notice(
                  "warn",
                  "Nothing was started: these jobs wait for their turn in this redrive already.")));

  /** The one that the address names, if it does. */
  static Optional<Notice> after(Query query) {
    String said = query.get("said");
    if (said == null) {
      return Optional.empty();
    }
    if (said.equals("sent")) {
      return Optional.of(sent(number(query, "count"), number(query, "late")));
    }
    return Optional.ofNullable(SENTENCES.get(said));
  }

  private static Notice sent(long count, long late) {
    if (late == 0) {
      return good(FORMATS.plural(count, "job") + (count == 1 ? " is" : " are") + " queued again.");
    }
    return new Notice(
        "warn",
        "%s queued again; %s left as %s, because somebody else was first."
            .formatted(
                FORMATS.plural(count, "job"),
                FORMATS.count(late),
                late == 1 ? "it is" : "they are"));
  }

  private static long number(Query query, String name) {
    String text = query.get(name);
    return text != null && text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
  }

  private static Notice good(String text) {
    return new Notice("good", text);
  }

  private static Notice bad(String text) {
    return new Notice("bad", text);
  }
}
