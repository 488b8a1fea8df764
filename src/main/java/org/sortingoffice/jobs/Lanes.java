package org.sortingoffice.jobs;

import java.time.Duration;
import java.util.Map;

/**
 * Where this process's claims go on in the two lanes of the queue, the light one and the bulk one,
 * and whose turn it is. Every {@code claim.bulk.every}-th slot is for the bulk lane while it has
 * jobs; a worker whose slots become free one at a time has to remember where it is in that count.
 *
 * <p>Used by the thread that claims, and by no other.
 */
public final class Lanes {
  private final LowWaterMark light;
  private final LowWaterMark bulk;
  private int turn;

  /**
   * @param light how far claims have come among the jobs of those who have few
   * @param bulk how far claims have come among the jobs of those who have many
   */
  public Lanes(LowWaterMark light, LowWaterMark bulk) {
    this.light = light;
    this.bulk = bulk;
  }

  /** To be called before each claim: decides where it reads from. */
  public void beginLook() {
    light.beginLook();
    bulk.beginLook();
  }

  /** To be called after each claim. */
  public void endLook() {
    light.endLook();
    bulk.endLook();
  }

  /** How long until a claim reads from the front again; zero when it is time. */
  public Duration untilFullLook() {
    return light.untilFullLook();
  }

  /**
   * A parameter of {@code claim-jobs.sql}: how many slots ago, modulo {@code claim.bulk.every}, it
   * was bulk's turn.
   */
  public int turn() {
    return turn;
  }

  /**
   * Learns where the claim came.
   *
   * @param row a row of {@code claim-jobs.sql}; without a place in a lane from which it took none
   */
  public void moveTo(Map<String, Object> row) {
    light.moveTo(row.get("light_run_at"), row.get("light_id"));
    bulk.moveTo(row.get("bulk_run_at"), row.get("bulk_id"));
    if (row.get("next_turn") instanceof Number next) {
      turn = next.intValue();
    }
  }
}
