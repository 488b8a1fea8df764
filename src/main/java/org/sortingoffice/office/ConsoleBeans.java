package org.sortingoffice.office;

import org.apache.camel.CamelContext;
import org.sortingoffice.console.Assets;
import org.sortingoffice.console.ConsoleDoor;
import org.sortingoffice.console.PageAnswer;
import org.sortingoffice.console.Pages;
import org.sortingoffice.console.SignInPage;

/** Makes the beans that the console's routes name. */
final class ConsoleBeans {

  void bind(CamelContext context) {
    Assets assets = new Assets();
    new ConsoleDoor(assets).installOnStart(context);
    PageAnswer page = new PageAnswer(new Pages(assets));
    context.getRegistry().bind("page", page);
    context.getRegistry().bind("signInPage", new SignInPage(page));
  }
}
