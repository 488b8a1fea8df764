package org.sortingoffice.office;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the routes are read from: a folder that integrators edit, or the copy in the jar.
 *
 * @param location a Camel resource location without a slash at its end
 */
public record RouteFolder(String location) {
  private static final Map<String, List<String>> FOLDERS_OF_ROLE =
      Map.of(
          "api",
          List.of("api"),
          "console",
          List.of("console"),
          "worker",
          List.of("worker", "steps"),
          "housekeeping",
          List.of("housekeeping"),
          "webhooks",
          List.of("webhooks"));

  /**
   * The folder named by the setting, or else ./routes, or else the jar.
   *
   * @param setting the setting routes.directory; may be empty
   */
  static RouteFolder find(String setting) {
    if (!setting.isEmpty()) {
      if (!Files.isDirectory(Path.of(setting))) {
        throw new StartupFailure(
            "The folder of the routes, %s (routes.directory, ROUTES_DIRECTORY), is not there."
                .formatted(Path.of(setting).toAbsolutePath()));
      }
      return new RouteFolder("file:" + setting);
    }
    return new RouteFolder(
        Files.isDirectory(Path.of("routes")) ? "file:routes" : "classpath:routes");
  }

  /**
   * The patterns of the route files to load.
   *
   * @param roles what this process does
   * @param listens whether it answers HTTP at all: health and metrics, whatever its roles
   * @param more patterns of further files, each divided by commas; may be empty
   */
  String patterns(List<String> roles, boolean listens, String... more) {
    Stream<String> ofRoles =
        Stream.concat(
                listens ? Stream.of("common", "http") : Stream.of("common"),
                roles.stream().flatMap(RouteFolder::folders))
            .map(folder -> location + "/" + folder + "/*.camel.yaml");
    return Stream.concat(ofRoles, Arrays.stream(more).filter(pattern -> !pattern.isEmpty()))
        .collect(Collectors.joining(","));
  }

  /**
   * The route files that stand by to be switched on.
   *
   * @param names the setting routes.optional: their names without {@code .camel.yaml}, divided by
   *     commas; may be empty
   * @param isThere whether there is a resource at a location
   * @return their locations, divided by commas
   */
  String optional(String names, Predicate<String> isThere) {
    return Arrays.stream(names.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .map(name -> location + "/optional/" + name + ".camel.yaml")
        .peek(
            file -> {
              if (!isThere.test(file)) {
                throw new StartupFailure(
                    "There is no route file %s, which the setting routes.optional (ROUTES_OPTIONAL) names."
                        .formatted(file));
              }
            })
        .collect(Collectors.joining(","));
  }

  /** The folder on disk, to watch it. */
  String folder() {
    if (!location.startsWith("file:")) {
      throw new StartupFailure(
          "The setting routes.reload (ROUTES_RELOAD) needs a folder that can be edited; the routes"
              + " are read from the jar. Copy them out of it and name the folder in"
              + " ROUTES_DIRECTORY.");
    }
    return location.substring("file:".length());
  }

  /** Where the kamelets are. */
  String kamelets() {
    return location + "/kamelets";
  }

  private static Stream<String> folders(String role) {
    List<String> folders = FOLDERS_OF_ROLE.get(role);
    if (folders == null) {
      throw new StartupFailure(
          "The setting app.roles (APP_ROLES) names \"%s\"; the roles are %s."
              .formatted(role, FOLDERS_OF_ROLE.keySet().stream().sorted().toList()));
    }
    return folders.stream();
  }
}
