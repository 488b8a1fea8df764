package org.sortingoffice.routefiles;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sortingoffice.routefiles.YamlNode.Entry;

/** An id names one thing: of two routes of one id Camel would keep the later. */
final class UniqueIds {
  /** Checks the ids of routes, and those of steps, over all files. */
  void check(List<RouteFile> files) {
    Map<String, YamlNode> routes = new HashMap<>();
    Map<String, YamlNode> steps = new HashMap<>();
    for (RouteFile file : files) {
      for (YamlNode route : file.routes()) {
        route.get("id").ifPresent(id -> note("route", id, routes));
        route.entries().forEach(entry -> noteSteps(entry, steps));
      }
    }
  }

  private static void noteSteps(Entry entry, Map<String, YamlNode> known) {
    if (entry.name().equals("steps")) {
      for (YamlNode step : entry.value().items()) {
        step.entries()
            .forEach(kind -> kind.value().get("id").ifPresent(id -> note("step", id, known)));
      }
    }
    entry.value().entries().forEach(inner -> noteSteps(inner, known));
    entry.value().items().forEach(item -> item.entries().forEach(inner -> noteSteps(inner, known)));
  }

  private static void note(String what, YamlNode id, Map<String, YamlNode> known) {
    YamlNode first = known.putIfAbsent(id.text(), id);
    if (first != null) {
      throw id.fault(
          "The id \"%s\" belongs to a %s already, at %s; choose another.",
          id.text(), what, first.place());
    }
  }
}
