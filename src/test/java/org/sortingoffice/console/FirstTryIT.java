package org.sortingoffice.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;

class FirstTryIT {
  @Test
  void theStartPageIsShown() {
    try (Browser browser = Browser.open();
        RunningOffice office = RunningOffice.start("console_try");
        BrowserContext profile =
            browser.profile(new com.microsoft.playwright.Browser.NewContextOptions())) {
      office.provider("{\"mode\":\"context_400\"}");
      office.postGoodTicket("one");
      office.awaitAllOver(java.time.Duration.ofSeconds(30));
      Page page = profile.newPage();
      List<String> said = new ArrayList<>();
      page.onConsoleMessage(message -> said.add(message.text()));
      page.onPageError(said::add);
      page.navigate(office.uri("/console").toString());
      page.screenshot(
          new Page.ScreenshotOptions().setPath(Path.of("target/screenshots/first.png")));
      assertThat(page.locator("h1").textContent()).isEqualTo("Dead letters");
      assertThat(said).isEmpty();
      System.out.println(
          office.get("/console").headers().map() + "\n" + office.get("/console").body());
      System.out.println(office.get(new Assets().htmx()).headers().map());
    }
  }
}
