package org.sortingoffice.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.RunningOffice;

/** The page of the API's description as people meet it, in a real browser. */
class ApiDescriptionIT {
  @Test
  void thePageShowsEveryOperationAndBreaksNoRuleOfItsPolicy() {
    try (Browser browser = Browser.open();
        RunningOffice office =
            RunningOffice.start("description_page", Map.of("app.roles", "api"))) {
      Page page = browser.profile(new NewContextOptions()).newPage();
      List<String> complaints = new ArrayList<>();
      page.onConsoleMessage(message -> complaints.add(message.text()));
      page.onPageError(complaints::add);
      page.onRequest(
          request -> {
            if (!request.url().startsWith(office.office().api().toString())) {
              complaints.add("asks for " + request.url());
            }
          });
      page.navigate(office.uri("/docs/api").toString());

      assertThat(page.locator(".info .title")).containsText("Sorting Office");
      assertThat(page.getByText("Accept a ticket").first()).isVisible();
      page.getByText("Accept a ticket").first().click();
      assertThat(page.getByText("Idempotent-Replayed").first()).isVisible();
      assertThat(complaints).isEmpty();
    }
  }
}
