package org.sortingoffice.routefiles;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/** The files that a process loads, read once to be checked before anything of them runs. */
public final class RouteFiles {
  private final List<RouteFile> routes;
  private final List<Kamelet> kamelets;

  private RouteFiles(List<RouteFile> routes, List<Kamelet> kamelets) {
    this.routes = routes;
    this.kamelets = kamelets;
  }

  /**
   * Reads the files and checks how they are written.
   *
   * @param context finds files by pattern
   * @param patterns the patterns of the route files, divided by commas
   * @param kameletFolder where the kamelets are
   * @throws RouteFileFault when something in them is not written as it should be
   */
  public static RouteFiles read(CamelContext context, String patterns, String kameletFolder) {
    CanonicalForm form = new CanonicalForm();
    List<RouteFile> routes = find(context, List.of(patterns.split(",")));
    routes.forEach(form::check);
    new UniqueIds().check(routes);
    List<Kamelet> kamelets =
        find(context, List.of(kameletFolder + "/*.kamelet.yaml")).stream()
            .map(Kamelet::in)
            .toList();
    kamelets.forEach(kamelet -> form.checkKamelet(kamelet.template()));
    return new RouteFiles(routes, kamelets);
  }

  private static List<RouteFile> find(CamelContext context, List<String> patterns) {
    Map<String, Resource> found = new LinkedHashMap<>();
    for (String pattern : patterns) {
      resources(context, pattern.strip())
          .forEach(resource -> found.putIfAbsent(resource.getLocation(), resource));
    }
    return found.values().stream()
        .map(RouteFile::read)
        .sorted(Comparator.comparing(RouteFile::name))
        .toList();
  }

  private static Collection<Resource> resources(CamelContext context, String pattern) {
    try {
      return PluginHelper.getPackageScanResourceResolver(context).findResources(pattern);
    } catch (Exception unreadable) {
      throw new RouteFileFault(
          "The route files %s cannot be read: %s.".formatted(pattern, unreadable.getMessage()));
    }
  }

  /**
   * Checks that the steps and their files fit together.
   *
   * @param steps the setting ticket.steps
   * @param retriesAreSet whether settings ask for a redelivery policy of a step
   * @throws RouteFileFault when they do not
   */
  public void checkSteps(List<String> steps, Predicate<String> retriesAreSet) {
    new StepNames().check(steps, routes, retriesAreSet);
  }

  /** The text of the route file at a path, if it is one of these. */
  public Optional<String> textOf(Path path) {
    return at(path).map(RouteFile::text);
  }

  /** Where the route files are. */
  public List<Path> paths() {
    return routes.stream().map(file -> Path.of(file.name())).toList();
  }

  /** Whether the file at a path says what other files are made with, such as error handling. */
  public boolean configuresOthers(Path path) {
    return at(path).filter(file -> !file.all("routeConfiguration").isEmpty()).isPresent();
  }

  private Optional<RouteFile> at(Path path) {
    return routes.stream().filter(file -> same(Path.of(file.name()), path)).findFirst();
  }

  private static boolean same(Path one, Path other) {
    return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  /**
   * Checks that all is there that the files name.
   *
   * @param isSetting whether there is a setting of this name
   * @param isBean whether there is a bean of this name, apart from those that the files define
   * @param hasMethod whether such a bean has a public method of this name
   * @throws RouteFileFault when something is not
   */
  public void checkReferences(
      Predicate<String> isSetting,
      Predicate<String> isBean,
      BiPredicate<String, String> hasMethod) {
    References references = new References(isSetting, isBean, hasMethod, routes, kamelets);
    routes.forEach(references::check);
  }
}
