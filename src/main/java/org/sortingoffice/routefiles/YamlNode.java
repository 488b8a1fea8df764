package org.sortingoffice.routefiles;

import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A node of a file. What it is not it does not have: a text has no entries, a map no items.
 *
 * @param file where it stands
 * @param node the node
 */
record YamlNode(RouteFile file, Node node) {
  /**
   * An entry of a map.
   *
   * @param key its key
   * @param value its value
   */
  record Entry(YamlNode key, YamlNode value) {
    String name() {
      return key.text();
    }
  }

  boolean isMap() {
    return node instanceof MappingNode;
  }

  boolean isText() {
    return node instanceof ScalarNode;
  }

  /** The text of a scalar, whatever its type; empty for anything else. */
  String text() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  /** The entries of a map, in their order. */
  List<Entry> entries() {
    return node instanceof MappingNode map
        ? map.getValue().stream()
            .map(pair -> new Entry(of(pair.getKeyNode()), of(pair.getValueNode())))
            .toList()
        : List.of();
  }

  /** The items of a list. */
  List<YamlNode> items() {
    return node instanceof SequenceNode list
        ? list.getValue().stream().map(this::of).toList()
        : List.of();
  }

  /** The value of a map under a key. */
  Optional<YamlNode> get(String key) {
    return entries().stream()
        .filter(entry -> entry.name().equals(key))
        .map(Entry::value)
        .findFirst();
  }

  /** The text under a key; empty when there is none. */
  String text(String key) {
    return get(key).map(YamlNode::text).orElse("");
  }

  /** Its line, from 1. */
  int line() {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  /** Its place in words. */
  String place() {
    return file.place(line());
  }

  /** A fault here. */
  RouteFileFault fault(String sentence, Object... values) {
    return file.fault(line(), sentence.formatted(values));
  }

  private YamlNode of(Node other) {
    return new YamlNode(file, other);
  }
}
