package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.camel.Variable;
import org.sortingoffice.jobs.LeaseLost.Reason;

/**
 * The leases that this process holds. They are renewed together in time; one that is not is given
 * up before it ends in the database, so that this process stops by itself before anybody else may
 * begin. Giving up ends what is being waited for (a provider call); whatever is still written
 * afterwards changes nothing, since every write is fenced.
 *
 * <p>Only the database decides when a lease ends. The clock here measures from before a statement
 * was sent, so that it is early and never late, whatever the time of day.
 */
public final class Leases {
  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(2);
  private static final int MARGIN_SHARE = 6;

  private final Duration length;
  private final Duration renewEvery;
  private final Duration margin;
  private final LongSupplier nanoTime;
  private final Map<Lease, Held> held = new ConcurrentHashMap<>();

  /**
   * @param length of a lease
   * @param renewEvery after how long a lease is renewed
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public Leases(Duration length, Duration renewEvery, LongSupplier nanoTime) {
    this.length = length;
    this.renewEvery = renewEvery;
    this.nanoTime = nanoTime;
    Duration share = length.dividedBy(MARGIN_SHARE);
    this.margin = share.compareTo(LONGEST_MARGIN) < 0 ? share : LONGEST_MARGIN;
  }

  /**
   * A lease held here: since when it is known to run, why it was given up, and what to end then.
   */
  private static final class Held {
    private long since;
    private LeaseLost lost;
    private Consumer<LeaseLost> ending;

    synchronized void renewed(long at) {
      since = at;
    }

    synchronized long since() {
      return since;
    }

    synchronized LeaseLost lost() {
      return lost;
    }

    void giveUp(LeaseLost why) {
      Consumer<LeaseLost> toEnd;
      synchronized (this) {
        if (lost != null) {
          return;
        }
        lost = why;
        toEnd = ending;
      }
      if (toEnd != null) {
        toEnd.accept(why);
      }
    }

    void onLoss(Consumer<LeaseLost> end) {
      LeaseLost why;
      synchronized (this) {
        ending = end;
        why = lost;
      }
      if (why != null && end != null) {
        end.accept(why);
      }
    }
  }

  /** A lease began with a claim that was sent at this moment. */
  void begin(Lease lease, long claimedAt) {
    Held begun = new Held();
    begun.renewed(claimedAt);
    held.put(lease, begun);
  }

  /** The work under this lease is over. */
  void end(Lease lease) {
    held.remove(lease);
  }

  /**
   * What to end when the lease is given up: it is run once, at once if it was given up already.
   *
   * @param end the end of a wait; null when nothing is waited for any more
   */
  public void onLoss(Lease lease, Consumer<LeaseLost> end) {
    Held known = held.get(lease);
    if (known != null) {
      known.onLoss(end);
    }
  }

  /**
   * Lets a job go on only while its lease is held. Whoever comes here out of a long sleep of the
   * whole process is late at once, and not only when the next look finds it out.
   *
   * @throws LeaseLost when it was given up
   */
  public void check(@Variable("job") ClaimedJob job) {
    Held known = held.get(job.lease());
    if (known != null && isLate(known, nanoTime.getAsLong())) {
      known.giveUp(new LeaseLost(job.lease(), Reason.NOT_RENEWED));
    }
    LeaseLost lost = known == null ? null : known.lost();
    if (lost != null) {
      throw lost;
    }
  }

  /** Whether any lease has not been renewed for as long as it may. */
  public boolean anyIsDue() {
    long now = nanoTime.getAsLong();
    return held.values().stream()
        .anyMatch(one -> one.lost() == null && now - one.since() >= renewEvery.toNanos());
  }

  /** All leases, to be renewed by one statement. */
  public Renewal renewal() {
    long now = nanoTime.getAsLong();
    return Renewal.of(
        held.entrySet().stream()
            .filter(entry -> entry.getValue().lost() == null)
            .map(Map.Entry::getKey)
            .toList(),
        now);
  }

  /**
   * Compares what was to be renewed with what the database still knows as held here. The rest is
   * lost.
   *
   * @param renewal what was asked for
   * @param rows what came back: id and delivery
   */
  public void confirm(Renewal renewal, List<Map<String, Object>> rows) {
    Set<Lease> renewed =
        rows.stream()
            .map(
                row ->
                    new Lease(
                        ((Number) row.get("id")).longValue(),
                        ((Number) row.get("delivery")).intValue()))
            .collect(Collectors.toSet());
    for (Lease lease : renewal.leases()) {
      Held known = held.get(lease);
      if (known == null) {
        continue;
      }
      if (renewed.contains(lease)) {
        known.renewed(renewal.askedAt());
      } else {
        // A job that ends at this very moment looks the same from here; there is nothing to end
        // then, and nobody looks at the mark.
        known.giveUp(new LeaseLost(lease, Reason.PASSED_ON));
      }
    }
  }

  /** Gives up what could not be renewed, shortly before it ends in the database. */
  public void giveUpLate() {
    long now = nanoTime.getAsLong();
    held.forEach(
        (lease, one) -> {
          if (isLate(one, now)) {
            one.giveUp(new LeaseLost(lease, Reason.NOT_RENEWED));
          }
        });
  }

  private boolean isLate(Held one, long now) {
    return now - one.since() >= length.minus(margin).toNanos();
  }

  /** Gives these up because their jobs are given back. */
  public void handedBack(Collection<Lease> leases) {
    for (Lease lease : leases) {
      Held known = held.get(lease);
      if (known != null) {
        known.giveUp(new LeaseLost(lease, Reason.HANDED_BACK));
      }
    }
  }

  /**
   * Leases that are renewed together, in the shape that the statement takes.
   *
   * @param leases the leases, in no order
   * @param ids their jobs
   * @param deliveries their fencing tokens, in the same order
   * @param askedAt when this was asked for: from here on they run anew
   */
  public record Renewal(List<Lease> leases, Long[] ids, Integer[] deliveries, long askedAt) {
    static Renewal of(List<Lease> leases, long askedAt) {
      return new Renewal(
          leases,
          leases.stream().map(Lease::jobId).toArray(Long[]::new),
          leases.stream().map(Lease::delivery).toArray(Integer[]::new),
          askedAt);
    }
  }
}
