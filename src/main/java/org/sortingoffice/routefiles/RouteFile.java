package org.sortingoffice.routefiles;

import java.io.BufferedReader;
import java.util.List;
import java.util.Optional;
import org.apache.camel.spi.Resource;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A route or kamelet file, as a tree whose every node knows its line. */
public final class RouteFile {
  private final String name;
  private final List<String> lines;
  private final Optional<YamlNode> root;

  private RouteFile(String name, List<String> lines) {
    this.name = name;
    this.lines = lines;
    this.root = parse().map(node -> new YamlNode(this, node));
  }

  /**
   * Reads a file.
   *
   * @throws RouteFileFault when it cannot be read or is not YAML
   */
  static RouteFile read(Resource resource) {
    String name = nameOf(resource.getLocation());
    try (BufferedReader reader = new BufferedReader(resource.getReader())) {
      return new RouteFile(name, reader.lines().toList());
    } catch (RouteFileFault fault) {
      throw fault;
    } catch (Exception unreadable) {
      throw new RouteFileFault(
          "The route file %s cannot be read: %s.".formatted(name, unreadable.getMessage()));
    }
  }

  /** A resource location as people name it, without its scheme. */
  public static String nameOf(String location) {
    return location.replaceFirst("^(file|classpath):", "");
  }

  private Optional<org.snakeyaml.engine.v2.nodes.Node> parse() {
    try {
      return new Compose(LoadSettings.builder().setLabel(name).build()).composeString(text());
    } catch (MarkedYamlEngineException marked) {
      int line = marked.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new RouteFileFault(
          "The route file %s is not YAML: line %d, %s.".formatted(name, line, marked.getProblem()));
    } catch (YamlEngineException other) {
      throw new RouteFileFault(
          "The route file %s is not YAML: %s."
              .formatted(name, String.valueOf(other.getMessage()).lines().findFirst().orElse("")));
    }
  }

  /** All of its text. */
  String text() {
    return String.join("\n", lines);
  }

  /** Its path as people write it. */
  public String name() {
    return name;
  }

  /** Its name without folders and endings. */
  String stem() {
    String last = name.substring(name.lastIndexOf('/') + 1);
    return last.substring(0, last.indexOf('.'));
  }

  /** Whether the folder it lies in has this name. */
  boolean isIn(String folder) {
    String path = name.substring(0, Math.max(0, name.lastIndexOf('/')));
    return path.equals(folder) || path.endsWith("/" + folder);
  }

  /** The whole of it; none when there is nothing but comments. */
  Optional<YamlNode> root() {
    return root;
  }

  /** The routes in it. */
  List<YamlNode> routes() {
    return all("route");
  }

  /** What stands at the top level under this key, each time. */
  List<YamlNode> all(String key) {
    return root.stream()
        .flatMap(top -> top.items().stream())
        .flatMap(item -> item.get(key).stream())
        .toList();
  }

  /** The first line from this one on that holds a text; the line itself when none does. */
  int lineOf(String text, int from) {
    for (int line = from; line <= lines.size(); line++) {
      if (lines.get(line - 1).contains(text)) {
        return line;
      }
    }
    return from;
  }

  /** A fault at a line. */
  RouteFileFault fault(int line, String sentence) {
    return new RouteFileFault(place(line) + ": " + sentence);
  }

  /** A line in words: {@code routes/steps/embed.camel.yaml, line 12}. */
  String place(int line) {
    return name + ", line " + line;
  }
}
