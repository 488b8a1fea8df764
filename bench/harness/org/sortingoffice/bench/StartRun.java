package org.sortingoffice.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** From the start of the JVM to the first ticket that is accepted. */
final class StartRun {
  private static final String NAME = "bench_start";

  private final Bench bench;
  private final Path archive;

  StartRun(Bench bench) {
    this.bench = bench;
    this.archive = bench.folder().resolve("classes.jsa");
  }

  /** Writes down the classes that a start needs (AppCDS), as an operator would once. */
  void prepare() throws Exception {
    Files.deleteIfExists(archive);
    start(List.of("-XX:ArchiveClassesAtExit=" + archive));
    if (!Files.exists(archive)) {
      throw new BenchmarkFailure("The JVM wrote no class archive.");
    }
  }

  /** Seconds, as the jar is. */
  double plain() throws Exception {
    return start(List.of());
  }

  /** Seconds, with the class archive. */
  double withArchive() throws Exception {
    return start(List.of("-XX:SharedArchiveFile=" + archive, "-XX:TieredStopAtLevel=1"));
  }

  private double start(List<String> jvm) throws Exception {
    Database database = bench.database();
    database.createOffice(NAME);
    int port = Bench.freePort();
    Arrivals arrivals = new Arrivals(port);
    List<String> options = new ArrayList<>(bench.jvm());
    options.addAll(jvm);
    double seconds;
    try (StubProvider provider = StubProvider.start(0)) {
      long begin = System.nanoTime();
      try (Office office =
          new Bench(database, bench.folder(), bench.routes(), options, bench.settings())
              .office(
                  "start",
                  NAME,
                  "api,worker,housekeeping",
                  Map.of("HTTP_PORT", Integer.toString(port), "PROVIDER_URL", provider.url()))) {
        while (!arrivals.isAccepted()) {
          if (!office.isAlive()) {
            throw new BenchmarkFailure("The application ended; see " + bench.log("start"));
          }
          Thread.sleep(5);
        }
        seconds = (System.nanoTime() - begin) / 1e9;
      }
    }
    OfficeCheck.expect("tickets", 1, database.number(NAME, "select count(*) from tickets"));
    database.drop(NAME);
    return seconds;
  }
}
