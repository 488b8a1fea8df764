package org.sortingoffice.jobs;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.Variable;

/**
 * The steps of a ticket's way, in their order, as the setting {@code ticket.steps} names them. Each
 * is a route {@code direct:step-NAME}.
 */
public final class Itinerary {
  private final List<String> steps;

  /**
   * @param steps the names of all steps, in order
   */
  public Itinerary(List<String> steps) {
    this.steps = List.copyOf(steps);
  }

  /** All steps, in order. */
  public List<String> steps() {
    return steps;
  }

  /** The routing slip of a delivery: the steps whose results are not saved yet. */
  public String remaining(@Variable("job") ClaimedJob job) {
    return steps.stream()
        .filter(step -> !job.stepsDone().contains(step))
        .map(step -> "direct:step-" + step)
        .collect(Collectors.joining(","));
  }
}
