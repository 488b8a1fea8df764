package org.sortingoffice.routefiles;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sortingoffice.routefiles.YamlNode.Entry;

/**
 * A kamelet as its file defines it.
 *
 * @param name how a route names it: {@code kamelet:NAME}
 * @param properties the parameters it takes
 * @param required those that have to be given
 * @param template its route
 */
record Kamelet(String name, Set<String> properties, List<String> required, YamlNode template) {
  /** Reads a kamelet file. */
  static Kamelet in(RouteFile file) {
    YamlNode root =
        file.root().orElseThrow(() -> new RouteFileFault(file.name() + ": The file is empty."));
    String name = root.get("metadata").map(metadata -> metadata.text("name")).orElse("");
    if (!name.equals(file.stem())) {
      throw root.fault(
          "The kamelet's metadata name it \"%s\", its file \"%s\".", name, file.stem());
    }
    YamlNode spec = root.get("spec").orElseThrow(() -> root.fault("The kamelet has no \"spec:\"."));
    YamlNode template =
        spec.get("template").orElseThrow(() -> spec.fault("The kamelet has no \"template:\"."));
    Optional<YamlNode> definition = spec.get("definition");
    return new Kamelet(
        name,
        definition
            .flatMap(found -> found.get("properties"))
            .map(
                properties ->
                    properties.entries().stream().map(Entry::name).collect(Collectors.toSet()))
            .orElse(Set.of()),
        definition
            .flatMap(found -> found.get("required"))
            .map(required -> required.items().stream().map(YamlNode::text).toList())
            .orElse(List.of()),
        template);
  }
}
