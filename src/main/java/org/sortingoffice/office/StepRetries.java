package org.sortingoffice.office;

import java.util.List;
import org.apache.camel.spi.Registry;
import org.sortingoffice.jobs.DurableRedelivery;

/**
 * Redelivery policies of single steps, as far as settings ask for them: {@code
 * draft.reply.retry.max.attempts}, {@code draft.reply.retry.base.seconds} and {@code
 * draft.reply.retry.cap.seconds} for the step draft_reply. What is left out is as for all steps.
 */
final class StepRetries {
  private static final String ATTEMPTS = "max.attempts";
  private static final String BASE = "base.seconds";
  private static final String CAP = "cap.seconds";

  private final Settings settings;

  StepRetries(Settings settings) {
    this.settings = settings;
  }

  /** The name of the bean that is the policy of a step, when it has one of its own. */
  static String beanOf(String step) {
    return "redelivery-" + step;
  }

  /** Whether a setting asks for a policy of this step. */
  boolean areSetFor(String step) {
    return List.of(ATTEMPTS, BASE, CAP).stream().anyMatch(what -> settings.isSet(name(step, what)));
  }

  /**
   * Binds a policy for each step that the settings name one for.
   *
   * @throws StartupFailure when a setting makes no sense
   */
  void bind(Registry registry, List<String> steps) {
    for (String step : steps) {
      if (areSetFor(step)) {
        registry.bind(beanOf(step), policy(step));
      }
    }
  }

  private DurableRedelivery policy(String step) {
    DurableRedelivery policy = new DurableRedelivery();
    policy.setMaximumAttempts(settings.number(ownOr(step, ATTEMPTS, "job.max.attempts"), 1, 1_000));
    policy.setBaseSeconds(seconds(ownOr(step, BASE, "retry.base.seconds")));
    policy.setBackOffMultiplier(2);
    policy.setCapSeconds(seconds(ownOr(step, CAP, "retry.cap.seconds")));
    return policy;
  }

  private double seconds(String name) {
    return settings.seconds(name).toMillis() / 1_000.0;
  }

  private String ownOr(String step, String what, String common) {
    String own = name(step, what);
    return settings.isSet(own) ? own : common;
  }

  private static String name(String step, String what) {
    return step.replace('_', '.') + ".retry." + what;
  }
}
