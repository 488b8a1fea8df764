package org.sortingoffice.console;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Somebody with a browser of their own. Whatever the browser complains about is kept: scripts that
 * the policy stopped, errors of our own script, and dialogs that nobody should have opened.
 */
final class Operator implements AutoCloseable {
  private static final String WATCH_POLICY =
      "document.addEventListener('securitypolicyviolation',"
          + " e => console.error('policy violated: ' + e.violatedDirective + ' ' + e.blockedURI));";

  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final BrowserContext profile;
  private final URI office;
  private final Page page;

  Operator(Browser browser, URI office, NewContextOptions options) {
    this.office = office;
    this.profile = browser.profile(options);
    profile.addInitScript(WATCH_POLICY);
    this.page = profile.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.onDialog(
        dialog -> {
          complaints.add("a dialog opened: " + dialog.message());
          dialog.dismiss();
        });
  }

  /** Another tab of the same browser. */
  Page newTab() {
    return profile.newPage();
  }

  Response open(String path) {
    return page.navigate(office.resolve(path).toString());
  }

  Page page() {
    return page;
  }

  /** What the browser complained about so far. */
  List<String> complaints() {
    return complaints;
  }

  /** Path and query of where the browser is. */
  String place() {
    URI uri = URI.create(page.url());
    return uri.getRawQuery() == null ? uri.getPath() : uri.getPath() + "?" + uri.getRawQuery();
  }

  /** Keeps a picture of the page under target/screenshots. */
  void photograph(String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(Path.of("target/screenshots", name + ".png"))
            .setFullPage(false));
  }

  @Override
  public void close() {
    profile.close();
  }
}
