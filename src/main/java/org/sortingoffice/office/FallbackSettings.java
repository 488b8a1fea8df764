package org.sortingoffice.office;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.sortingoffice.provider.FallbackRequests;
import org.sortingoffice.provider.Provider;

/** Whether there is a second provider, and for which steps. */
final class FallbackSettings {
  private static final List<String> ONLY_WITH_URL =
      List.of("key", "key.file", "proxy", "tls.ca.file");

  private final Settings settings;

  FallbackSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * Whether there is one.
   *
   * @throws StartupFailure when settings are about one that there is not
   */
  boolean isThere() {
    boolean there = settings.isSet(Provider.FALLBACK.setting("url"));
    if (!there) {
      for (String name : ONLY_WITH_URL) {
        refuseWithoutUrl(Provider.FALLBACK.setting(name));
      }
      settings.list("ticket.steps").forEach(step -> refuseWithoutUrl(ofStep(step, "model")));
    }
    return there;
  }

  private void refuseWithoutUrl(String name) {
    if (settings.isSet(name)) {
      throw settings.wrongSecret(
          name, "there is no fallback, since " + Provider.FALLBACK.variable("url") + " is empty");
    }
  }

  /**
   * What each step asks of it; only the steps for which it has a model.
   *
   * @throws StartupFailure when there is none, or a setting makes no sense
   */
  Map<String, FallbackRequests.Of> steps() {
    Map<String, FallbackRequests.Of> steps = new HashMap<>();
    for (String step : settings.list("ticket.steps")) {
      if (settings.isSet(ofStep(step, "model"))) {
        steps.put(step, ofStep(step));
      }
    }
    if (steps.isEmpty()) {
      throw settings.wrongSecret(
          Provider.FALLBACK.setting("url"),
          "no step has a model there; set at least one, such as CLASSIFY_FALLBACK_MODEL");
    }
    return steps;
  }

  private FallbackRequests.Of ofStep(String step) {
    String temperature = ofStep(step, "temperature");
    String format = ofStep(step, "response.format");
    String asked = ofStep(step, "dimensions.asked");
    new StepSettings(settings).checkTemperature(temperature);
    return new FallbackRequests.Of(
        settings.text(ofStep(step, "model")),
        settings.isThere(temperature) ? Optional.of(settings.text(temperature)) : Optional.empty(),
        settings.isSet(format)
            ? Optional.of(settings.oneOf(format, "json_object", "json_schema", "none"))
            : Optional.empty(),
        settings.isSet(asked) ? OptionalInt.of(dimensions(step, asked)) : OptionalInt.empty());
  }

  private int dimensions(String step, String asked) {
    return settings.yes(asked)
        ? settings.number(step.replace('_', '.') + ".dimensions", 1, 1_000_000)
        : 0;
  }

  private static String ofStep(String step, String what) {
    return step.replace('_', '.') + ".fallback." + what;
  }
}
