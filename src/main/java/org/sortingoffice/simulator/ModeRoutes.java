package org.sortingoffice.simulator;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The modes there are. A route from {@code direct:WHOM-NAME} is the mode NAME for WHOM: a step's
 * name, {@code chat}, {@code embed} or {@code any}; the narrowest that exists serves a call. A mode
 * that exists, but not for this kind of call, leaves the call normal.
 */
final class ModeRoutes {
  private static final String UNKNOWN = "unknown_mode";

  private final Set<String> endpoints;
  private final Set<String> faults;
  private final Set<String> names = new TreeSet<>();
  private final Map<String, String> found = new ConcurrentHashMap<>();

  /**
   * The modes of these routes and faults.
   *
   * @param endpoints names of {@code direct:} endpoints that routes start from
   * @param faults names of the faults of the connection
   */
  ModeRoutes(Collection<String> endpoints, Set<String> faults) {
    this.endpoints = Set.copyOf(endpoints);
    this.faults = Set.copyOf(faults);
    names.addAll(faults);
    for (String endpoint : endpoints) {
      int dash = endpoint.indexOf('-');
      if (dash > 0) {
        names.add(endpoint.substring(dash + 1));
      }
    }
    names.remove(UNKNOWN);
  }

  /** All names, sorted. */
  Set<String> names() {
    return names;
  }

  /**
   * The mode as it concerns this call: itself, normal, or the one that complains about a name that
   * does not exist.
   */
  Mode applicable(Mode mode, CallRequest request) {
    if (!names.contains(mode.name())) {
      return new Mode(UNKNOWN, Map.of(Mode.VALUE, mode.name()), mode.times());
    }
    boolean serves = faults.contains(mode.name()) || endpoint(mode.name(), request) != null;
    return serves ? mode : new Mode(Mode.NORMAL, mode.parameters(), mode.times());
  }

  /** The endpoint that serves a call in an applicable mode; null for a fault of the connection. */
  String endpoint(String mode, CallRequest request) {
    String kind = request.chat() ? "chat" : "embed";
    String served =
        found.computeIfAbsent(
            mode + ' ' + kind + ' ' + request.step(),
            key -> {
              for (String whom : new String[] {request.step(), kind, "any"}) {
                if (endpoints.contains(whom + '-' + mode)) {
                  return whom + '-' + mode;
                }
              }
              return "";
            });
    return served.isEmpty() ? null : served;
  }
}
