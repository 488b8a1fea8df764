package org.sortingoffice.model;

import java.util.List;
import java.util.stream.Collectors;

/** The real statements did something that they should not, and this is how to see it again. */
final class ModelViolation extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final int steps;

  ModelViolation(String how, List<Action> path, AssertionError cause) {
    super(
        "%s%nThe way there, %d step(s):%n%s%n%s"
            .formatted(
                how,
                path.size(),
                path.stream().map(action -> "  " + action).collect(Collectors.joining("\n")),
                cause.getMessage()),
        cause);
    steps = path.size();
  }

  /** How many actions it takes. */
  int steps() {
    return steps;
  }
}
