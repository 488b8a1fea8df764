package org.sortingoffice.contract;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sortingoffice.jobs.WakeUp;
import org.sortingoffice.testing.RunningOffice;
import org.sortingoffice.testing.TestRows;

/**
 * A job that comes to lie before the place up to which this process has claimed does not starve.
 */
class StragglerContractTest {
  private static RunningOffice office;
  private static TestRows rows;

  @BeforeAll
  static void start() {
    office = RunningOffice.start("contract_stragglers", Map.of());
    rows = office.rows();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void aJobThatIsDueSinceLongBeforeTheMarkIsClaimed_alsoWhenTheClaimIsWokenAllTheTime() {
    office.awaitJob(office.postGoodTicket("Moves the mark to now"), "succeeded");
    WakeUp wakeUp =
        office.office().camelContext().getRegistry().lookupByNameAndType("wakeUp", WakeUp.class);
    ScheduledExecutorService waking = Executors.newSingleThreadScheduledExecutor();
    try {
      waking.scheduleAtFixedRate(wakeUp::signal, 0, 5, TimeUnit.MILLISECONDS);
      long job =
          (Long)
              rows.value(
                  """
                  with ticket as (
                    insert into tickets (customer_id, subject, body)
                    values ('C-0001', 'Committed an hour late', 'It should have been here on Monday.')
                    returning number
                  )
                  insert into jobs (ticket_number, actor, request_sha256, run_at)
                  select number, 'customer:C-0001', 'v1:x', now() - interval '1 hour'
                  from ticket
                  returning id
                  """);

      office.awaitJob(job, "succeeded");
    } finally {
      waking.shutdownNow();
    }
  }
}
