package org.sortingoffice.office;

import java.util.List;
import java.util.Random;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;
import org.sortingoffice.console.Assets;
import org.sortingoffice.console.ChosenJobs;
import org.sortingoffice.console.ConsoleDoor;
import org.sortingoffice.console.ConsolePages;
import org.sortingoffice.console.Export;
import org.sortingoffice.console.FormReading;
import org.sortingoffice.console.FormRules;
import org.sortingoffice.console.LiveRows;
import org.sortingoffice.console.PageAnswer;
import org.sortingoffice.console.PageProblem;
import org.sortingoffice.console.PageQueryReading;
import org.sortingoffice.console.Pages;
import org.sortingoffice.console.RedriveForm;
import org.sortingoffice.console.SignInPage;
import org.sortingoffice.http.ProblemDiagnosis;

/** Makes the beans that the console's routes name. */
final class ConsoleBeans {
  private final List<String> steps;
  private final Random chance;

  /**
   * @param steps the names of the steps, in their order
   * @param chance names forms
   */
  ConsoleBeans(List<String> steps, Random chance) {
    this.steps = steps;
    this.chance = chance;
  }

  void bind(CamelContext context) {
    Assets assets = new Assets();
    new ConsoleDoor(assets).installOnStart(context);
    PageAnswer answer = new PageAnswer(new Pages(assets));
    Registry registry = context.getRegistry();
    registry.bind("live", new LiveRows(context, System::nanoTime));
    registry.bind("pageQuery", new PageQueryReading());
    registry.bind("formReading", new FormReading());
    registry.bind("formRules", new FormRules());
    registry.bind("redriveForm", new RedriveForm());
    registry.bind("chosenJobs", new ChosenJobs());
    registry.bind("export", new Export(answer));
    registry.bind("pages", new ConsolePages(answer, steps, chance));
    registry.bind("pageProblem", new PageProblem(answer, new ProblemDiagnosis()));
    registry.bind("signInPage", new SignInPage(answer));
  }
}
