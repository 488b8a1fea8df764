package org.sortingoffice.bench.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** DBOS Transact Java: a queued workflow of three native steps, each of which is saved by DBOS. */
public final class DbosPeer {
  private DbosPeer() {}

  /** What DBOS makes a proxy of. */
  public interface Job {
    String run(String input);
  }

  /** The workflow. */
  public static final class ThreeSteps implements Job {
    private final DBOS dbos;
    private final Measure measure;

    ThreeSteps(DBOS dbos, Measure measure) {
      this.dbos = dbos;
      this.measure = measure;
    }

    @Override
    @Workflow(name = "run")
    public String run(String input) {
      for (int step = 0; step < Measure.STEPS; step++) {
        dbos.<String, RuntimeException>runStep(() -> "{\"ok\":1}", "s" + step);
      }
      measure.finished();
      return "ok";
    }
  }

  public static void main(String[] arguments) throws Exception {
    Measure measure = Measure.of(arguments);
    int pool = Measure.setting("pool", 24);
    // Its schema first, then the backlog, then the worker.
    DBOS schema = dbos("schema", "0", Measure.pool(3));
    schema.launch();
    schema.shutdown();
    enqueue(measure);
    try (HikariDataSource database = Measure.pool(1)) {
      Measure.execute(database, "vacuum analyze", "checkpoint");
    }
    DBOS worker = dbos("bench", "1", Measure.pool(pool));
    worker.registerQueue(
        new Queue("q")
            .withPollingInterval(Duration.ofMillis(Measure.setting("poll", 100)))
            .withWorkerConcurrency(Measure.setting("concurrency", 100)));
    worker.registerProxy(Job.class, new ThreeSteps(worker, measure));
    worker.launch();
    measure.count();
    System.exit(0);
  }

  private static DBOS dbos(String name, String version, HikariDataSource database) {
    return new DBOS(
        DBOSConfig.defaults(name)
            .withDataSource(database)
            .withAppVersion(version)
            .withAdminServer(false));
  }

  private static void enqueue(Measure measure) throws InterruptedException {
    HikariDataSource database = Measure.pool(16);
    DBOSClient client = new DBOSClient(database);
    AtomicInteger next = new AtomicInteger();
    Thread[] threads = new Thread[16];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = next.getAndIncrement(); n < measure.jobs; n = next.getAndIncrement()) {
                  client.enqueueWorkflow(
                      new DBOSClient.EnqueueOptions("run", ThreeSteps.class.getName(), "q")
                          .withAppVersion("1"),
                      new Object[] {"x" + n});
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    database.close();
  }
}
