package org.sortingoffice.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** TRIAL */
public final class Benchmark {
  private Benchmark() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of("bench/target");
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    Map<String, String> settings = new HashMap<>();
    for (String a : args) if (a.contains("=") && Character.isUpperCase(a.charAt(0))) settings.put(a.split("=", 2)[0], a.split("=", 2)[1]);
    int warm = Integer.getInteger("warm", 6), secs = Integer.getInteger("secs", 6);
    Span span = Span.seconds(warm, secs);
    try (Database db = Database.start(folder.resolve("database"))) {
      db.describe(out);
      Bench bench = new Bench(db, folder.toAbsolutePath(), BenchRoutes.copy(Path.of("routes"), folder.resolve("routes").toAbsolutePath(), Integer.getInteger("writers", 0)), List.of(System.getProperty("jvm", "-Xmx512m").split(" ")), settings);
      for (String a : args) {
        long t = System.nanoTime();
        switch (a) {
          case "prepare" -> new WorkerRun(bench, span, Integer.getInteger("jobs", 60000)).prepare();
          case "worker" -> out.println(new WorkerRun(bench, span, Integer.getInteger("jobs", 60000)).run());
          case "intake" -> out.println(new IntakeRun(bench, span).run());
          case "pgbench" -> out.println("pgbench " + new PgBenchRun(bench, span).run());
          case "floor" -> { Floor.prepare(db, "bench_floor", 300000); out.println("floor " + new Floor(db, "bench_floor").run(span)); }
          case "dbos" -> out.println("dbos " + PeerRun.dbos(bench, span, List.of(System.getProperty("peer", "-Dx=y").split(" "))).run());
          case "dbs" -> out.println("dbs " + PeerRun.dbScheduler(bench, span, List.of(System.getProperty("peer", "-Dx=y").split(" "))).run());
          case "jobrunr" -> out.println("jobrunr " + PeerRun.jobRunr(bench, span, List.of(System.getProperty("peer", "-Dx=y").split(" "))).run());
          case "graphile" -> out.println("graphile " + PeerRun.graphileWorker(bench, span).run());
          case "pgboss" -> out.println("pgboss " + PeerRun.pgBoss(bench, span).run());
          default -> { continue; }
        }
        out.printf("  (%s took %.1f s)%n", a, (System.nanoTime() - t) / 1e9);
      }
    }
  }
}
