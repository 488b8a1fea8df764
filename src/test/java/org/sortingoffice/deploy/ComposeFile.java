package org.sortingoffice.deploy;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** docker-compose.yml as Compose reads it: aliases, merge keys and variables resolved. */
final class ComposeFile {
  /** {@code ${NAME:-default}} of the Compose specification, 12 (interpolation). */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+):-([^}]*)}");

  private final Map<String, Object> content;

  private ComposeFile(Map<String, Object> content) {
    this.content = content;
  }

  static ComposeFile read() {
    try (Reader file = Files.newBufferedReader(Path.of("docker-compose.yml"))) {
      Object loaded = new Load(LoadSettings.builder().build()).loadFromReader(file);
      return new ComposeFile(map(resolved(loaded)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Map<String, Object> content() {
    return content;
  }

  Map<String, Object> services() {
    return map(content.get("services"));
  }

  Map<String, Object> service(String name) {
    return map(services().get(name));
  }

  /** The command line behind the image's entry point. */
  List<String> command(String service) {
    return ((List<?>) service(service).get("command")).stream().map(String::valueOf).toList();
  }

  Map<String, String> environment(String service) {
    Map<String, String> environment = new LinkedHashMap<>();
    map(service(service).get("environment"))
        .forEach((name, value) -> environment.put(name, String.valueOf(value)));
    return environment;
  }

  private static Object resolved(Object node) {
    if (node instanceof Map<?, ?> entries) {
      Map<String, Object> all = new LinkedHashMap<>();
      // YAML 1.1's merge key, which the Compose specification (10, fragments) asks for.
      if (entries.get("<<") instanceof Map<?, ?> merged) {
        all.putAll(map(resolved(merged)));
      }
      entries.forEach(
          (name, value) -> {
            if (!name.equals("<<")) {
              all.put(String.valueOf(name), resolved(value));
            }
          });
      return all;
    }
    if (node instanceof List<?> items) {
      return items.stream().map(ComposeFile::resolved).toList();
    }
    return node instanceof String text ? interpolated(text) : node;
  }

  private static String interpolated(String text) {
    Matcher found = VARIABLE.matcher(text);
    return found.replaceAll(match -> Matcher.quoteReplacement(match.group(2)));
  }

  @SuppressWarnings("unchecked") // as the YAML loader makes them
  static Map<String, Object> map(Object node) {
    return (Map<String, Object>) node;
  }
}
