package org.sortingoffice.office;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.spi.Registry;
import org.sortingoffice.access.Access;
import org.sortingoffice.watch.EventFeed;
import org.sortingoffice.watch.EventPage;
import org.sortingoffice.watch.EventQuestion;
import org.sortingoffice.watch.JobTag;
import org.sortingoffice.watch.JobWatch;
import org.sortingoffice.watch.WatchDoor;

/** Makes what holds the requests of those who wait for a job. */
final class WatchBeans {
  /** How long a change may be unseen. */
  private static final Duration EVERY = Duration.ofMillis(250);

  private final Settings settings;

  WatchBeans(Settings settings) {
    this.settings = settings;
  }

  void bind(CamelContext context) {
    Registry registry = context.getRegistry();
    registry.bind("eventPage", new EventPage());
    ProducerTemplate database = context.createProducerTemplate();
    EventFeed feed = new EventFeed(question -> events(database, question));
    JobWatch watch =
        new JobWatch(
            jobIds -> look(database, jobIds),
            feed,
            EVERY,
            settings.number("http.waiting.max", 0, 1_000_000),
            System::nanoTime);
    registry.bind("jobWatch", watch);
    Duration longestWait = withinIdle("http.wait.max.seconds");
    Access access = registry.lookupByNameAndType("access", Access.class);
    new WatchDoor(
            watch, feed, access::mayReadTickets, longestWait, withinIdle("http.heartbeat.seconds"))
        .installOnStart(context);
    try {
      context.addService(watch);
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Longer, and the connection, on which nothing moves, might be closed over it. */
  private Duration withinIdle(String name) {
    Duration time = settings.seconds(name);
    Duration most = settings.seconds("http.idle.seconds").dividedBy(2);
    return time.compareTo(most) < 0 ? time : most;
  }

  private static List<?> events(ProducerTemplate database, EventQuestion question) {
    return database.requestBody("direct:job-events", question, List.class);
  }

  private static Map<Long, JobTag> look(ProducerTemplate database, Set<Long> jobIds) {
    List<?> rows =
        database.requestBody("direct:look-at-jobs", jobIds.toArray(Long[]::new), List.class);
    Map<Long, JobTag> found = new HashMap<>();
    for (Object each : rows) {
      Map<?, ?> row = (Map<?, ?>) each;
      long id = ((Number) row.get("id")).longValue();
      found.put(id, new JobTag(id, row.get("tag").toString(), (Boolean) row.get("over")));
    }
    return found;
  }
}
