package org.sortingoffice.console;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * The Chromium of this machine, without a window. A machine without one skips what needs it, but
 * never where {@code CI=true}.
 */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser chromium;

  private Browser(Path program) {
    playwright =
        Playwright.create(
            new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    chromium =
        playwright
            .chromium()
            .launch(
                new LaunchOptions()
                    .setExecutablePath(program)
                    // Root has no sandbox; all that it opens is our own.
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
  }

  static Browser open() {
    Optional<Path> program = find();
    if (program.isEmpty()) {
      if ("true".equals(System.getenv("CI"))) {
        throw new AssertionError("CI=true, but there is no Chromium for the tests of the console");
      }
      Assumptions.abort(
          "No Chromium on the PATH (apt-get install chromium): the console's pages are not tested here.");
    }
    return new Browser(program.get());
  }

  private static Optional<Path> find() {
    return NAMES.stream()
        .flatMap(
            name ->
                List.of(System.getenv("PATH").split(":")).stream()
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** A fresh profile: no cookies, nothing kept. */
  BrowserContext profile(com.microsoft.playwright.Browser.NewContextOptions options) {
    BrowserContext context = chromium.newContext(options);
    context.setDefaultTimeout(30_000);
    return context;
  }

  @Override
  public void close() {
    chromium.close();
    playwright.close();
  }
}
