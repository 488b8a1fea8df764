package org.sortingoffice.cli.desk;

import com.fasterxml.jackson.databind.JsonNode;

/** One line that shows how far a redrive is. */
final class RedriveBar {
  private static final int WIDTH = 30;

  private final Wording wording;

  /**
   * @param wording with which signs
   */
  RedriveBar(Wording wording) {
    this.wording = wording;
  }

  /** The line for a redrive as the API shows it. */
  String of(JsonNode redrive) {
    long total = redrive.at("/counts/total").asLong();
    long done = total - redrive.at("/counts/remaining").asLong();
    StringBuilder line =
        new StringBuilder(wording.bar(total == 0 ? 0 : (int) (done * WIDTH / total), WIDTH));
    line.append(" %s of %s".formatted(Wording.grouped(done), Wording.grouped(total)));
    String state = redrive.path("state").asText();
    if (!state.equals("running")) {
      line.append(", ").append(state);
    } else if (redrive.path("held_by").isTextual()) {
      line.append(
          ", waits for the provider (%s)"
              .formatted(redrive.path("held_by").asText().replace('_', ' ')));
    } else if (redrive.path("seconds_left").isNumber()) {
      line.append(", %s left".formatted(Wording.span(redrive.path("seconds_left").asDouble())));
    }
    long skipped = redrive.at("/counts/skipped").asLong();
    return skipped == 0
        ? line.toString()
        : line.append(", %s skipped".formatted(Wording.grouped(skipped))).toString();
  }
}
