package org.sortingoffice.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the senders were told: each 202, and how often they were told something else. */
final class Receipts {
  private final ConcurrentMap<SentTicket, Receipt> accepted = new ConcurrentHashMap<>();
  private final ConcurrentMap<SentTicket, AtomicInteger> firsts = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> answers = new ConcurrentHashMap<>();
  private final List<Violation> violations = Collections.synchronizedList(new ArrayList<>());

  /**
   * What a 202 says.
   *
   * @param ticketId such as T-500001
   * @param jobId the number of the job
   */
  record Receipt(String ticketId, long jobId) {}

  /** Counts an answer, or what came instead of one. */
  void count(String kind) {
    answers.computeIfAbsent(kind, k -> new LongAdder()).increment();
  }

  /**
   * Notes a 202.
   *
   * @param replayed whether it was marked as a replay
   */
  Receipt accepted(SentTicket ticket, JsonNode answer, boolean replayed) {
    count(replayed ? "202 replayed" : "202");
    Receipt receipt =
        new Receipt(answer.path("ticket_id").asText(), answer.path("job_id").asLong());
    Receipt before = accepted.putIfAbsent(ticket, receipt);
    if (before != null && !before.equals(receipt)) {
      violations.add(
          Violation.of("one key, two tickets", receipt.jobId(), ticket.key() + " " + before));
    }
    // The answer of the first may be lost, so none is possible; two never are.
    boolean secondFirst =
        !replayed && firsts.computeIfAbsent(ticket, t -> new AtomicInteger()).incrementAndGet() > 1;
    if (secondFirst) {
      violations.add(
          Violation.of("a repeated request was taken as new", receipt.jobId(), ticket.key()));
    }
    return receipt;
  }

  /** Notes an answer that nobody should get. */
  void unexpected(SentTicket ticket, int status, String body) {
    count(String.valueOf(status));
    violations.add(
        Violation.of(
            "an answer that nobody should get",
            0,
            Instant.now() + " " + ticket.key() + ": " + status + " " + body));
  }

  /** Every key that was accepted. */
  Map<SentTicket, Receipt> all() {
    return Map.copyOf(accepted);
  }

  /** How often which answer came. */
  Map<String, Long> answers() {
    Map<String, Long> sorted = new TreeMap<>();
    answers.forEach((kind, count) -> sorted.put(kind, count.sum()));
    return sorted;
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }
}
