package org.sortingoffice.console;

import freemarker.core.HTMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * Renders a template with a view model to HTML. Whatever a template prints is escaped, unless the
 * template says otherwise, which none of ours does.
 */
public final class Pages {
  private final Configuration templates = new Configuration(Configuration.VERSION_2_3_34);

  /**
   * @param assets what pages link to
   */
  public Pages(Assets assets) {
    templates.setClassForTemplateLoading(Pages.class, "/console/templates");
    templates.setDefaultEncoding("UTF-8");
    templates.setOutputFormat(HTMLOutputFormat.INSTANCE);
    templates.setRecognizeStandardFileExtensions(true);
    templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    templates.setLogTemplateExceptions(false);
    templates.setWrapUncheckedExceptions(true);
    templates.setFallbackOnNullLoopVariable(false);
    templates.setLocale(Locale.ROOT);
    templates.setTimeZone(TimeZone.getTimeZone("UTC"));
    templates.setNumberFormat("c");
    try {
      templates.setSharedVariable("assets", assets);
      templates.setSharedVariable("fmt", new Formats());
    } catch (TemplateException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The page as HTML.
   *
   * @param template the name of the template, without its ending
   * @param frame what stands around every page
   * @param view what this page shows
   */
  public String render(String template, Frame frame, Object view) {
    Map<String, Object> model = new HashMap<>();
    model.put("frame", frame);
    model.put("view", view);
    try {
      StringWriter html = new StringWriter(16_384);
      templates.getTemplate(template + ".ftlh").process(model, html);
      return html.toString();
    } catch (TemplateException broken) {
      throw new IllegalStateException("The template " + template + " is broken", broken);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
