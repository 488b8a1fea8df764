package org.sortingoffice.office;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.RouteWatcherReloadStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.routefiles.RouteFileFault;
import org.sortingoffice.routefiles.RouteFiles;

/**
 * Development mode: a route file that is edited is loaded into the running process. Camel watches
 * the folder and would take a route away before it knows whether the new one works; here the file
 * is checked first, and if it cannot be loaded all the same, its last good text is loaded again.
 */
final class RouteReload {
  private static final Logger LOG = LoggerFactory.getLogger(RouteReload.class);
  private static final String STAY = "The routes stay as they were.";

  private final CamelContext context;
  private final Supplier<RouteFiles> checkedFiles;
  private final StartupDiagnosis diagnosis;
  private final Map<Path, String> loaded = new ConcurrentHashMap<>();
  private final Map<Path, String> seen = new ConcurrentHashMap<>();

  /**
   * @param context where routes run
   * @param checkedFiles reads all files as they are now, and checks them
   * @param diagnosis tells what is wrong in one sentence
   */
  RouteReload(CamelContext context, Supplier<RouteFiles> checkedFiles, StartupDiagnosis diagnosis) {
    this.context = context;
    this.checkedFiles = checkedFiles;
    this.diagnosis = diagnosis;
  }

  /** Begins to watch a folder and all below it; ends with the context. */
  void watch(String folder) {
    RouteWatcherReloadStrategy watcher = new RouteWatcherReloadStrategy(folder, true);
    watcher.setPattern("*.yaml");
    watcher.setFileFilter(file -> file.getName().endsWith(".yaml") && file.length() > 0);
    watcher.setResourceReload((name, resource) -> edited(new File(name).toPath()));
    try {
      context.addService(watcher);
    } catch (Exception impossible) {
      throw new StartupFailure(
          "The folder %s cannot be watched (routes.reload, ROUTES_RELOAD): %s."
              .formatted(folder, impossible.getMessage()),
          impossible);
    }
  }

  /** Remembers what runs, to go back to it. */
  void runs(RouteFiles files) {
    for (Path path : files.paths()) {
      files.textOf(path).ifPresent(text -> loaded.put(key(path), text));
    }
  }

  private synchronized void edited(Path path) {
    if (path.getFileName().toString().endsWith(".kamelet.yaml")) {
      LOG.warn("{} was edited; a kamelet is read anew when the process starts again.", path);
      return;
    }
    if (!isNews(path)) {
      return;
    }
    RouteFiles files;
    try {
      files = checkedFiles.get();
    } catch (RouteFileFault fault) {
      LOG.warn("{} {}", fault.getMessage(), STAY);
      return;
    }
    Optional<String> text = files.textOf(path);
    if (text.isEmpty()) {
      return;
    }
    replace(path, text.get());
    if (files.configuresOthers(path)) {
      LOG.warn("{} holds error handling; other files use it when the process starts again.", path);
    }
  }

  /** One save is often more than one event. */
  private boolean isNews(Path path) {
    try {
      String text = Files.readString(path);
      return !text.equals(seen.put(key(path), text));
    } catch (IOException gone) {
      return false;
    }
  }

  private void replace(Path path, String text) {
    try {
      load(path, text);
      loaded.put(key(path), text);
      LOG.info("{} was edited; its routes are loaded anew.", path);
    } catch (Exception failure) {
      LOG.warn("{} {}", diagnosis.of(failure).getMessage(), STAY);
      LOG.debug("{} could not be loaded", path, failure);
      restore(path);
    }
  }

  private void restore(Path path) {
    String before = loaded.get(key(path));
    if (before == null) {
      return;
    }
    try {
      load(path, before);
    } catch (Exception failure) {
      LOG.error("{} could not be loaded as it was; start the process again.", path, failure);
    }
  }

  private void load(Path path, String text) throws Exception {
    PluginHelper.getRoutesLoader(context)
        .updateRoutes(List.of(ResourceHelper.fromString("file:" + path, text)));
  }

  private static Path key(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
