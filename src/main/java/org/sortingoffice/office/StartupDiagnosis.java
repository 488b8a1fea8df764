package org.sortingoffice.office;

import java.net.BindException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.FailedToCreateRouteException;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.sortingoffice.database.DatabaseStartFailure;
import org.sortingoffice.routefiles.RouteFileFault;
import org.sortingoffice.simulator.SimulatorException;

/** Finds the one sentence that tells why a start failed: what is wrong, where, and what to do. */
final class StartupDiagnosis {
  private static final Pattern UNKNOWN_STEP = Pattern.compile("Unknown node id: (\\S+)");
  private static final Pattern UNKNOWN_SETTING =
      Pattern.compile("Property with key \\[([^]]+)] not found");
  private static final Pattern UNREADABLE_FILE =
      Pattern.compile("Error pre-parsing resource: (\\S+)");

  private static final Pattern UNKNOWN_COMPONENT =
      Pattern.compile("No endpoint could be found for: ([^:]+):");

  private final Function<String, Optional<String>> placeInRoutes;

  /**
   * @param placeInRoutes finds the place of a text in the route files
   */
  StartupDiagnosis(Function<String, Optional<String>> placeInRoutes) {
    this.placeInRoutes = placeInRoutes;
  }

  /** The failure as one sentence, with the original as its cause. */
  StartupFailure of(Throwable failure) {
    String file = "a route file";
    String route = null;
    Throwable innermost = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StartupFailure known) {
        return known;
      }
      if (cause instanceof DatabaseStartFailure
          || cause instanceof SimulatorException
          || cause instanceof RouteFileFault) {
        return new StartupFailure(cause.getMessage(), failure);
      }
      if (cause instanceof BindException) {
        return new StartupFailure("A port is taken: " + cause.getMessage(), failure);
      }
      if (cause instanceof FailedToCreateRouteException creation) {
        route = creation.getRouteId();
      }
      String message = String.valueOf(cause.getMessage());
      file = group(UNREADABLE_FILE, message).map(RouteText::nameOf).orElse(file);
      Optional<String> step = group(UNKNOWN_STEP, message);
      if (step.isPresent()) {
        return inRoutes(
            step.get() + ":", "There is no step called \"%s\"".formatted(step.get()), failure);
      }
      if (cause instanceof MarkedYamlEngineException marked) {
        int line = marked.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
        return new StartupFailure(
            "The route file %s is not YAML: line %d, %s."
                .formatted(file, line, marked.getProblem()),
            failure);
      }
      Optional<String> setting = group(UNKNOWN_SETTING, message);
      if (setting.isPresent()) {
        return inRoutes(
            "{{" + setting.get(),
            "There is no setting called \"%s\"; add it to application.properties"
                .formatted(setting.get()),
            failure);
      }
      Optional<String> component = group(UNKNOWN_COMPONENT, message);
      if (component.isPresent()) {
        return inRoutes(
            "uri: " + component.get() + ":",
            "There is no component called \"%s\"; correct the address, or add its library"
                .formatted(component.get()),
            failure);
      }
      innermost = cause;
    }
    String what =
        innermost.getMessage() == null ? innermost.getClass().getName() : innermost.getMessage();
    String sentence = what.lines().findFirst().orElse("");
    return route == null
        ? new StartupFailure("The start failed: " + sentence, failure)
        : inRoutes(
            "id: " + route,
            "The route \"%s\" cannot be made: %s".formatted(route, sentence),
            failure);
  }

  private StartupFailure inRoutes(String text, String sentence, Throwable failure) {
    String place = placeInRoutes.apply(text).map(found -> found + ": ").orElse("");
    return new StartupFailure(place + sentence + ".", failure);
  }

  private static Optional<String> group(Pattern pattern, String message) {
    Matcher matcher = pattern.matcher(message);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
