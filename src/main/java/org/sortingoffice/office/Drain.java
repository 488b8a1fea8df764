package org.sortingoffice.office;

import java.io.IOException;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.jobs.ClaimScheduler;
import org.sortingoffice.jobs.HeldJobs;
import org.sortingoffice.jobs.Leases;

/**
 * Ends the work of a stopping worker: claims no more, lets what runs end while there is time, and
 * gives the rest back with its attempt, so that a planned stop costs no job anything. Leases are
 * renewed until the end.
 */
final class Drain {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  private static final Duration TO_BREAK_OFF = Duration.ofSeconds(1);

  private final CamelContext context;
  private final HeldJobs heldJobs;
  private final Duration patience;
  private final Leases leases;

  Drain(CamelContext context, HeldJobs heldJobs, Duration patience) {
    this.leases = context.getRegistry().lookupByNameAndType("leases", Leases.class);
    this.context = context;
    this.heldJobs = heldJobs;
    this.patience = patience;
  }

  void run() {
    try {
      context
          .getRegistry()
          .lookupByNameAndType("claimScheduler", ClaimScheduler.class)
          .endClaiming(patience);
      if (!heldJobs.awaitNone(patience)) {
        giveBack();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Exception failure) {
      LOG.warn("the worker could not be drained; its leases bring its jobs back", failure);
    }
  }

  /**
   * First what is waited for is broken off and nothing new is begun. An answer that came a moment
   * before is still saved, since the lease is still held. Then the table.
   */
  private void giveBack() throws IOException, InterruptedException {
    Leases.Renewal held = leases.renewal();
    leases.handedBack(held.leases());
    heldJobs.awaitNone(TO_BREAK_OFF);
    try (ProducerTemplate release = context.createProducerTemplate()) {
      release.sendBody("direct:release-jobs", held);
    }
  }
}
