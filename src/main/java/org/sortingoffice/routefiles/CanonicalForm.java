package org.sortingoffice.routefiles;

import java.util.Set;
import org.sortingoffice.routefiles.YamlNode.Entry;

/**
 * The one way of writing a route that is taken: Camel's canonical YAML, which Kaoto draws, with an
 * id for each route and each step, by which logs, metrics and tests name it. Camel would take short
 * forms, too, but Kaoto would not show them or would write them back otherwise.
 */
final class CanonicalForm {
  private static final Set<String> LANGUAGES =
      Set.of(
          "constant",
          "csimple",
          "datasonnet",
          "exchangeProperty",
          "groovy",
          "header",
          "hl7terser",
          "java",
          "joor",
          "jq",
          "js",
          "jsonpath",
          "language",
          "method",
          "mvel",
          "ognl",
          "python",
          "ref",
          "simple",
          "spel",
          "tokenize",
          "variable",
          "wasm",
          "xpath",
          "xquery",
          "xtokenize");

  /** What holds an expression under the key {@code expression}. */
  private static final Set<String> WITH_EXPRESSION =
      Set.of(
          "delay",
          "dynamicRouter",
          "enrich",
          "filter",
          "idempotentConsumer",
          "loop",
          "pollEnrich",
          "recipientList",
          "resequence",
          "routingSlip",
          "script",
          "setBody",
          "setHeader",
          "setProperty",
          "setVariable",
          "sort",
          "split",
          "throttle",
          "transform",
          "validate",
          "when");

  /** What holds a language at once. */
  private static final Set<String> EXPRESSIONS =
      Set.of(
          "completionPredicate",
          "completionSizeExpression",
          "completionTimeoutExpression",
          "continued",
          "correlationExpression",
          "expression",
          "handled",
          "onWhen",
          "retryWhile");

  /** What an endpoint or a bean takes is its own affair. */
  private static final Set<String> NOT_LOOKED_INTO = Set.of("parameters", "properties", "beans");

  /** Checks a file of routes. */
  void check(RouteFile file) {
    file.root().ifPresent(this::checkFile);
  }

  private void checkFile(YamlNode root) {
    if (root.items().isEmpty()) {
      throw root.fault("A route file is a list; begin with \"- route:\".");
    }
    for (YamlNode item : root.items()) {
      for (Entry entry : item.entries()) {
        switch (entry.name()) {
          case "from" ->
              throw entry
                  .key()
                  .fault(
                      "\"- from:\" is a short form; write \"- route:\" with an id, and \"from:\" in it.");
          case "route" -> checkRoute(entry);
          case "routeConfiguration" -> checkId(entry);
          default -> {
            // Whatever else Camel takes.
          }
        }
        walk(entry);
      }
    }
  }

  private static void checkRoute(Entry route) {
    checkId(route);
    route
        .value()
        .get("steps")
        .ifPresent(
            steps -> {
              throw steps.fault("The steps of a route stand inside its \"from:\".");
            });
    YamlNode from =
        route
            .value()
            .get("from")
            .orElseThrow(() -> route.key().fault("The route has no \"from:\"."));
    if (!from.isMap()) {
      throw from.fault("\"from: %s\" is a short form; write \"uri:\" below it.", from.text());
    }
  }

  /** Checks the template of a kamelet. */
  void checkKamelet(YamlNode template) {
    template.entries().forEach(this::walk);
  }

  private void walk(Entry entry) {
    YamlNode value = entry.value();
    if (NOT_LOOKED_INTO.contains(entry.name())) {
      return;
    }
    if (entry.name().equals("steps")) {
      value.items().forEach(CanonicalForm::checkStep);
    }
    checkExpression(entry.name(), value);
    value.entries().forEach(this::walk);
    for (YamlNode item : value.items()) {
      checkExpression(entry.name(), item);
      item.entries().forEach(this::walk);
    }
  }

  private static void checkStep(YamlNode step) {
    if (step.entries().size() != 1) {
      throw step.fault(
          step.isText()
              ? "\"- %1$s\" is a short form; write \"- %1$s:\" with an id below it."
              : "A step is one entry: \"- to:\", and all that belongs to it below, further to the right.",
          step.text());
    }
    Entry kind = step.entries().get(0);
    if (!kind.value().isMap()) {
      throw kind.key()
          .fault(
              "\"- %1$s: %2$s\" is a short form; write \"- %1$s:\", and below it \"id:\" and what else it takes.",
              kind.name(), kind.value().text());
    }
    checkId(kind);
  }

  private static void checkId(Entry entry) {
    if (entry.value().text("id").isBlank()) {
      throw entry
          .key()
          .fault("The %s has no id; give it one that no other has.", inWords(entry.name()));
    }
  }

  private static String inWords(String kind) {
    return switch (kind) {
      case "route", "routeConfiguration" -> kind;
      default -> "step \"" + kind + "\"";
    };
  }

  private static void checkExpression(String holder, YamlNode value) {
    for (Entry entry : value.entries()) {
      if (!LANGUAGES.contains(entry.name())) {
        continue;
      }
      if (WITH_EXPRESSION.contains(holder)) {
        throw entry
            .key()
            .fault(
                "\"%1$s:\" in \"%2$s:\" is a short form; write \"expression:\", below it \"%1$s:\", and below that \"expression:\".",
                entry.name(), holder);
      }
      if (EXPRESSIONS.contains(holder) && entry.value().isText()) {
        throw entry
            .key()
            .fault(
                "\"%1$s: ..\" is a short form; write \"%1$s:\", and below it \"expression:\".",
                entry.name());
      }
    }
  }
}
