package org.sortingoffice.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** db-scheduler: a one-time task that inserts three results. */
public final class DbSchedulerPeer {
  private DbSchedulerPeer() {}

  public static void main(String[] arguments) throws Exception {
    Measure measure = Measure.of(arguments);
    int threads = Measure.setting("threads", 32);
    HikariDataSource database = Measure.pool(threads + 5);
    // Table and indexes as db-scheduler's own postgresql_tables.sql has them.
    Measure.execute(
        database,
        """
        create table scheduled_tasks (
          task_name text not null, task_instance text not null, task_data bytea, execution_time timestamptz not null,
          picked boolean not null, picked_by text, last_success timestamptz, last_failure timestamptz,
          consecutive_failures int, last_heartbeat timestamptz, version bigint not null, priority smallint,
          primary key (task_name, task_instance))
        """,
        "create index execution_time_idx on scheduled_tasks (execution_time)",
        "create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)");
    Measure.createResults(database);
    OneTimeTask<Void> task =
        Tasks.oneTime("job")
            .execute(
                (instance, context) -> {
                  try {
                    Measure.saveResults(database, instance.getId());
                  } catch (SQLException e) {
                    throw new IllegalStateException(e);
                  }
                  measure.finished();
                });
    Scheduler scheduler =
        Scheduler.create(database, task)
            .threads(threads)
            .pollingInterval(Duration.ofMillis(Measure.setting("poll", 100)))
            .pollUsingLockAndFetch(
                Measure.setting("lower", 100) / 100.0, Measure.setting("upper", 400) / 100.0)
            .build();
    List<TaskInstance<?>> batch = new ArrayList<>();
    Instant due = Instant.now().minusSeconds(60);
    for (int i = 0; i < measure.jobs; i++) {
      batch.add(task.instance("j" + i));
      if (batch.size() == 1_000 || i == measure.jobs - 1) {
        scheduler.scheduleBatch(batch, due);
        batch.clear();
      }
    }
    Measure.execute(database, "vacuum analyze scheduled_tasks", "checkpoint");
    scheduler.start();
    measure.count();
    System.exit(0);
  }
}
