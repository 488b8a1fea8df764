package org.sortingoffice.office;

import java.time.Duration;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.jobs.ClaimScheduler;
import org.sortingoffice.jobs.ClaimedJob;
import org.sortingoffice.jobs.HeldJobs;

/**
 * Ends the work of a stopping worker: claims no more, lets what runs end while there is time, and
 * gives the rest back with its attempt, so that a planned stop costs no job anything.
 */
final class Drain {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  private final CamelContext context;
  private final HeldJobs heldJobs;
  private final Duration patience;

  Drain(CamelContext context, HeldJobs heldJobs, Duration patience) {
    this.context = context;
    this.heldJobs = heldJobs;
    this.patience = patience;
  }

  void run() {
    try {
      context
          .getRegistry()
          .lookupByNameAndType("claimScheduler", ClaimScheduler.class)
          .endClaiming();
      if (!heldJobs.awaitNone(patience)) {
        giveBack();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Exception failure) {
      LOG.warn("the worker could not be drained; its leases bring its jobs back", failure);
    }
  }

  private void giveBack() {
    try (ProducerTemplate release = context.createProducerTemplate()) {
      for (ClaimedJob job : heldJobs.all()) {
        release.sendBody("direct:release-job", job);
      }
    } catch (java.io.IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }
}
