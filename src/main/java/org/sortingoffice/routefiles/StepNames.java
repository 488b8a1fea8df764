package org.sortingoffice.routefiles;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sortingoffice.routefiles.YamlNode.Entry;

/**
 * A step's name stands in the setting ticket.steps, in the name of its file, in its route and in
 * the variable {@code step}; all four must agree, or its result would be saved for another step or
 * not at all.
 */
final class StepNames {
  /** As a name of a setting, an HTTP header, a metric's label and a simulator's marker takes it. */
  private static final Pattern ALLOWED = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

  private static final int LONGEST = 40;
  private static final String FOLDER = "steps";
  private static final String INPUT = "direct:step-";

  /**
   * Checks the setting and all files in the folder steps.
   *
   * @param steps the setting
   * @param files all route files
   * @param retriesAreSet whether settings ask for a redelivery policy of a step
   */
  void check(List<String> steps, List<RouteFile> files, Predicate<String> retriesAreSet) {
    checkNames(steps);
    files.stream().filter(file -> file.isIn(FOLDER)).forEach(StepNames::checkFile);
    Set<String> inputs =
        files.stream()
            .flatMap(file -> file.routes().stream())
            .map(StepNames::input)
            .collect(Collectors.toSet());
    for (String step : steps) {
      if (!inputs.contains(INPUT + step)) {
        throw new RouteFileFault(
            "The setting ticket.steps (TICKET_STEPS) names \"%1$s\", but no route begins with direct:step-%1$s. Add routes/steps/%2$s.camel.yaml, or take the name out."
                .formatted(step, step.replace('_', '-')));
      }
      if (retriesAreSet.test(step)) {
        files.forEach(file -> checkThatItHasNoPolicy(step, file));
      }
    }
  }

  private static void checkNames(List<String> steps) {
    Set<String> seen = new HashSet<>();
    for (String step : steps) {
      if (!ALLOWED.matcher(step).matches() || step.length() > LONGEST) {
        throw new RouteFileFault(
            "The setting ticket.steps (TICKET_STEPS) names \"%s\"; a step's name is small letters a-z, digits and single underscores between them, at most %d."
                .formatted(step, LONGEST));
      }
      if (!seen.add(step)) {
        throw new RouteFileFault(
            "The setting ticket.steps (TICKET_STEPS) names \"%s\" twice; a step has one result for each job."
                .formatted(step));
      }
    }
  }

  private static void checkFile(RouteFile file) {
    String step = file.stem().replace('-', '_');
    if (!ALLOWED.matcher(step).matches() || step.length() > LONGEST) {
      throw new RouteFileFault(
          "%s: The file's name is the step's, in small letters a-z, digits and single dashes between them, at most %d."
              .formatted(file.name(), LONGEST));
    }
    List<YamlNode> routes =
        file.routes().stream().filter(route -> input(route).startsWith(INPUT)).toList();
    for (YamlNode route : routes) {
      checkRoute(route, step);
    }
    if (routes.isEmpty()) {
      throw new RouteFileFault(
          "%s: No route in it begins with %s%s; a file in the folder steps holds the step of its name."
              .formatted(file.name(), INPUT, step));
    }
  }

  private static void checkRoute(YamlNode route, String step) {
    YamlNode uri = route.get("from").orElseThrow().get("uri").orElseThrow();
    if (!uri.text().equals(INPUT + step)) {
      throw uri.fault(
          "The route begins with \"%s\", but the file is that of the step \"%s\"; write %s%2$s, or name the file otherwise.",
          uri.text(), step, INPUT);
    }
    YamlNode id = route.get("id").orElseThrow();
    if (!id.text().equals("step-" + step)) {
      throw id.fault(
          "The route's id is \"%s\"; that of the step \"%s\" is step-%2$s.", id.text(), step);
    }
    checkVariable(route, step);
  }

  private static void checkVariable(YamlNode route, String step) {
    for (YamlNode each :
        route.get("from").orElseThrow().get("steps").map(YamlNode::items).orElse(List.of())) {
      for (Entry kind : each.entries()) {
        if (!kind.name().equals("setVariable") || !kind.value().text("name").equals("step")) {
          continue;
        }
        YamlNode constant =
            kind.value()
                .get("expression")
                .flatMap(expression -> expression.get("constant"))
                .flatMap(language -> language.get("expression"))
                .orElseThrow(
                    () -> kind.key().fault("The variable step is the constant \"%s\".", step));
        if (!constant.text().equals(step)) {
          throw constant.fault(
              "The variable step is set to \"%s\"; the result would be saved for that step. Write %s.",
              constant.text(), step);
        }
        return;
      }
    }
    throw route.fault(
        "The route does not set the variable step, under which its result is saved; begin with setVariable, name: step, and the constant %s.",
        step);
  }

  private static void checkThatItHasNoPolicy(String step, RouteFile file) {
    for (YamlNode beans : file.all("beans")) {
      for (YamlNode bean : beans.items()) {
        if (bean.text("name").equals("redelivery-" + step)) {
          throw bean.fault(
              "The bean \"redelivery-%s\" and the settings %s.retry.* both say how the step is tried again; take one of them out.",
              step, step.replace('_', '.'));
        }
      }
    }
  }

  private static String input(YamlNode route) {
    return route.get("from").map(from -> from.text("uri")).orElse("");
  }
}
