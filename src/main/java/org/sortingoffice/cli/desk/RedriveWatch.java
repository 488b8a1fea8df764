package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sortingoffice.cli.CommandFailure;
import org.sortingoffice.cli.Terminal;

/**
 * Watches a redrive. It runs at the office and not here: whatever becomes of this process, it goes
 * on.
 */
final class RedriveWatch {
  private static final long BETWEEN_LOOKS_MILLIS = 500;

  /** An office that is started anew answers again within this many looks. */
  private static final int PATIENCE_LOOKS = 120;

  private final OfficeClient office;
  private final Story story;
  private final Terminal terminal;
  private final boolean asJson;

  /**
   * @param terminal whether somebody watches the progress
   * @param asJson whether a program reads what became of it
   */
  RedriveWatch(OfficeClient office, Story story, Terminal terminal, boolean asJson) {
    this.office = office;
    this.story = story;
    this.terminal = terminal;
    this.asJson = asJson;
  }

  /** Tells how it stands, and where to look later. */
  int leave(JsonNode redrive) {
    if (asJson) {
      story.json(redrive);
    } else {
      story.say(
          "Redrive %s is %s, %s of %s done."
              .formatted(
                  Wording.text(redrive.path("redrive_id")),
                  Wording.text(redrive.path("state")),
                  Wording.grouped(done(redrive)),
                  Wording.grouped(redrive.at("/counts/total").asLong())));
      if (!isOver(redrive)) {
        story.say("Watch it: dead-letters redrive " + Wording.text(redrive.path("redrive_id")));
      }
    }
    return ExitCodes.OK;
  }

  /**
   * Shows how far it is until it is over.
   *
   * @return the exit code
   */
  int untilItsEnd(long redrive) throws InterruptedException {
    Thread farewell = new Thread(() -> farewell(redrive), "farewell");
    Runtime.getRuntime().addShutdownHook(farewell);
    try {
      JsonNode end = over(redrive);
      return tell(end);
    } finally {
      forget(farewell);
    }
  }

  private static void forget(Thread farewell) {
    try {
      Runtime.getRuntime().removeShutdownHook(farewell);
    } catch (IllegalStateException stopping) {
      // It has its say.
    }
  }

  /** What somebody reads who presses Ctrl-C. */
  private void farewell(long redrive) {
    story.err().println();
    story
        .err()
        .println(
            "The redrive goes on at the office. Watch it with dead-letters redrive %d, end it with --cancel there."
                .formatted(redrive));
    story.err().flush();
  }

  private JsonNode over(long redrive) throws InterruptedException {
    int silent = 0;
    while (true) {
      try {
        JsonNode now = office.get("/v1/redrives/" + redrive, Map.of());
        silent = 0;
        show(bar(now));
        if (isOver(now)) {
          show("");
          return now;
        }
      } catch (CommandFailure failure) {
        silent++;
        if (failure.exitCode() != ExitCodes.FAILED || silent > PATIENCE_LOOKS) {
          throw failure;
        }
        show("The office does not answer; trying again ..");
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  private int tell(JsonNode end) {
    long skipped = end.at("/counts/skipped").asLong();
    long failed = end.at("/counts/failed").asLong();
    boolean cancelled = end.path("state").asText().equals("cancelled");
    if (asJson) {
      story.json(end);
    } else {
      story.say(
          "Redrive %s %s: %s sent again%s%s%s."
              .formatted(
                  Wording.text(end.path("redrive_id")),
                  cancelled ? "was cancelled" : "is done",
                  Wording.jobs(end.at("/counts/retried").asLong()),
                  part(skipped, "left alone because somebody was first"),
                  part(failed, "gone"),
                  part(end.at("/counts/remaining").asLong(), "still set aside")));
    }
    return cancelled || skipped + failed > 0 ? ExitCodes.INCOMPLETE : ExitCodes.OK;
  }

  private static String part(long number, String what) {
    return number == 0 ? "" : ", %s %s".formatted(Wording.grouped(number), what);
  }

  private String bar(JsonNode redrive) {
    return new RedriveBar(story.wording()).of(redrive);
  }

  private static boolean isOver(JsonNode redrive) {
    String state = redrive.path("state").asText();
    return state.equals("done") || state.equals("cancelled");
  }

  private static long done(JsonNode redrive) {
    return redrive.at("/counts/total").asLong() - redrive.at("/counts/remaining").asLong();
  }

  private void show(String line) {
    if (terminal.attached() && !asJson) {
      story.out().print("\r" + line + "\u001B[K");
      story.out().flush();
    }
  }
}
