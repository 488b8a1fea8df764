package org.sortingoffice.office;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What is measured of any process: its memory, threads, processor time, connections. */
final class ProcessMeters implements AutoCloseable {
  private final JvmGcMetrics pauses = new JvmGcMetrics();
  private final List<HikariDataSource> pools;

  /**
   * @param foundations whose pools of connections are measured
   */
  ProcessMeters(Foundations foundations) {
    pools =
        Stream.of(foundations.database(), foundations.leaseDatabase(), foundations.deskDatabase())
            .filter(Objects::nonNull)
            .toList();
  }

  void bindTo(MeterRegistry meters) {
    for (MeterBinder binder :
        List.of(
            new ClassLoaderMetrics(),
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            pauses,
            new ProcessorMetrics(),
            new UptimeMetrics(),
            new FileDescriptorMetrics())) {
      binder.bindTo(meters);
    }
    for (HikariDataSource pool : pools) {
      pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
    }
  }

  /** The JVM tells it of pauses no more. */
  @Override
  public void close() {
    pauses.close();
  }
}
