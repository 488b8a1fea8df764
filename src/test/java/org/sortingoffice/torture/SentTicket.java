package org.sortingoffice.torture;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Random;

/**
 * The nth ticket of a run, always the same for one seed, and how its sender behaves.
 *
 * @param key its idempotency key
 * @param customer who sends it
 * @param subject ends with what it wants of the provider, if it wants anything
 * @param body its text
 * @param twins how many requests are sent at the same time
 * @param repeats how often it is sent again when it was accepted already
 * @param cancelled whether somebody cancels the job then
 */
record SentTicket(
    String key,
    String customer,
    String subject,
    String body,
    int twins,
    int repeats,
    boolean cancelled) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** So that several keys share an actor. */
  private static final int CUSTOMERS = 50;

  static SentTicket of(long seed, int number) {
    Random random = new Random(seed * 1_000_003 + number);
    int twins = random.nextInt(100) < 15 ? 2 + random.nextInt(3) : 1;
    int repeats = random.nextInt(100) < 15 ? 1 + random.nextInt(3) : 0;
    boolean cancelled = random.nextInt(100) < 3;
    return new SentTicket(
        "torture-%d-%d".formatted(seed, number),
        "C-%04d".formatted(number % CUSTOMERS),
        "Parcel " + number + wish(random.nextInt(100)),
        "It should have been here on Monday, number " + number + ".",
        twins,
        repeats,
        cancelled);
  }

  // Most tickets are plain; the others make sure that every end and every kind of failure occurs.
  private static String wish(int percent) {
    return switch (percent) {
      case 0 -> " [sim:context_400@draft_reply]";
      case 1 -> " [sim:outage@embed]";
      case 2 -> " [sim:reset@classify*1]";
      case 3 -> " [sim:hang@draft_reply*1]";
      case 4, 5 -> " [sim:slow=2@draft_reply*1]";
      case 6 -> " [sim:bad_label@classify]";
      default -> "";
    };
  }

  String json() {
    return JSON.createObjectNode()
        .put("customer_id", customer)
        .put("subject", subject)
        .put("body", body)
        .toString();
  }
}
