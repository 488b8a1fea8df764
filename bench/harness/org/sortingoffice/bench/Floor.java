package org.sortingoffice.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The floor: what a job's life costs with nothing but JDBC. A plain schema, one thread that claims,
 * two writers that each save whatever waits with one statement; no routes, no leases to renew, no
 * history, no gate, no tickets to update. A window of jobs is in flight, and each of the three
 * results is committed before the next step begins.
 */
final class Floor {
  private static final String CLAIM =
      """
      with due as (
        select id from job where status = 'queued' and run_at <= now()
        order by run_at, id for update skip locked limit ?
      )
      update job
      set status = 'running', locked_by = 'floor', locked_until = now() + interval '30 s', attempts = attempts + 1
      from due where job.id = due.id
      returning job.id, job.ticket_id, job.attempts
      """;
  private static final String SAVE =
      """
      with result as (
        insert into job_result (job_id, task, result)
        select a, b, c::jsonb from unnest(?::bigint[], ?::text[], ?::text[]) as given (a, b, c)
        on conflict do nothing
      )
      update job
      set status = 'succeeded', finished_at = now(), locked_by = null, locked_until = null
      where id = any (?::bigint[]) and locked_by = 'floor' and status = 'running'
      """;
  private static final String[] TASKS = {"classify", "draft_reply", "embed"};
  private static final String[] RESULTS = {
    "{\"label\":\"hardware\",\"score\":0.93}",
    "{\"text\":\"" + "Dear customer, ".repeat(40) + "\"}",
    "{\"v\":\"" + "0.123456,".repeat(128) + "\"}"
  };
  private static final int WINDOW = 800;
  private static final int WRITERS = 2;
  private static final int LARGEST_CLAIM = 100;
  private static final int LARGEST_SAVE = 500;

  private record Waiting(long job, int task) {}

  private final Database database;
  private final String name;
  private final LinkedBlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong done = new AtomicLong();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  Floor(Database database, String name) {
    this.database = database;
    this.name = name;
  }

  static void prepare(Database database, String name, int jobs) throws SQLException {
    database.createPlain(name);
    database.execute(
        name,
        """
        create table ticket (
          id bigint generated always as identity primary key, subject text not null, body text not null,
          created_at timestamptz not null default now())
        """,
        """
        create table job (
          id bigint generated always as identity primary key, ticket_id bigint not null references ticket,
          status text not null default 'queued', run_at timestamptz not null default now(),
          attempts int not null default 0, locked_by text, locked_until timestamptz,
          created_at timestamptz not null default now(), finished_at timestamptz)
        """,
        """
        create table job_result (
          job_id bigint not null references job, task text not null, result jsonb not null,
          created_at timestamptz not null default now(), primary key (job_id, task))
        """,
        "create index job_q on job (run_at, id) where status = 'queued'",
        "create index job_l on job (locked_until) where status = 'running'",
        "insert into ticket (subject, body) select 'Printer on floor 3 does not print', repeat('x', 400) from"
            + " generate_series(1, "
            + jobs
            + ")",
        "insert into job (ticket_id, run_at) select id, now() - interval '1 h' + id * interval '1 ms' from ticket",
        "vacuum analyze",
        "checkpoint");
  }

  /** Jobs per second after the warm-up. */
  double run(Span span) throws Exception {
    List<Thread> threads = new ArrayList<>();
    threads.add(start(this::claim));
    for (int i = 0; i < WRITERS; i++) {
      threads.add(start(this::write));
    }
    Thread.sleep(span.warmUpMillis());
    long before = done.get();
    long begin = System.nanoTime();
    Thread.sleep(span.millis());
    double rate = (done.get() - before) / ((System.nanoTime() - begin) / 1e9);
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    check();
    return rate;
  }

  private void check() throws SQLException {
    OfficeCheck.expect(
        "finished jobs of the floor",
        done.get(),
        database.number(name, "select count(*) from job where status = 'succeeded'"));
    OfficeCheck.expect(
        "finished jobs of the floor with three results",
        done.get(),
        database.number(
            name,
            "select count(*) from job join (select job_id from job_result group by 1 having count(*) = 3) as r"
                + " on r.job_id = job.id where status = 'succeeded'"));
    if (database.number(name, "select count(*) from job where status = 'queued'") == 0) {
      throw new BenchmarkFailure("The floor ran out of jobs: its backlog must be larger.");
    }
  }

  private interface Work {
    void run(Connection connection) throws Exception;
  }

  private Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try (Connection connection = database.connect(name)) {
                work.run(connection);
              } catch (Exception e) {
                failure.compareAndSet(null, e);
                stop.set(true);
              }
            });
    thread.start();
    return thread;
  }

  private void claim(Connection connection) throws Exception {
    try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
      while (!stop.get()) {
        int free = WINDOW - inFlight.get();
        if (free < WINDOW / 4) {
          Thread.sleep(1);
          continue;
        }
        claim.setInt(1, Math.min(free, LARGEST_CLAIM));
        List<Long> jobs = new ArrayList<>();
        try (ResultSet rows = claim.executeQuery()) {
          while (rows.next()) {
            jobs.add(rows.getLong(1));
          }
        }
        if (jobs.isEmpty()) {
          Thread.sleep(5);
        }
        inFlight.addAndGet(jobs.size());
        jobs.forEach(job -> queue.add(new Waiting(job, 0)));
      }
    }
  }

  private void write(Connection connection) throws Exception {
    try (PreparedStatement save = connection.prepareStatement(SAVE)) {
      List<Waiting> batch = new ArrayList<>();
      while (!stop.get()) {
        batch.clear();
        Waiting first = queue.poll(20, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, LARGEST_SAVE - 1);
          write(connection, save, batch);
        }
      }
    }
  }

  private void write(Connection connection, PreparedStatement save, List<Waiting> batch)
      throws SQLException {
    Object[] last = batch.stream().filter(w -> w.task == 2).map(Waiting::job).toArray();
    save.setArray(1, connection.createArrayOf("bigint", batch.stream().map(Waiting::job).toArray()));
    save.setArray(2, connection.createArrayOf("text", batch.stream().map(w -> TASKS[w.task]).toArray()));
    save.setArray(3, connection.createArrayOf("text", batch.stream().map(w -> RESULTS[w.task]).toArray()));
    save.setArray(4, connection.createArrayOf("bigint", last));
    int finished = save.executeUpdate();
    OfficeCheck.expect("jobs finished by one statement", last.length, finished);
    done.addAndGet(finished);
    inFlight.addAndGet(-finished);
    for (Waiting waiting : batch) {
      if (waiting.task < 2) {
        queue.add(new Waiting(waiting.job, waiting.task + 1));
      }
    }
  }
}
