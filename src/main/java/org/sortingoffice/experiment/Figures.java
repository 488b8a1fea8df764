package org.sortingoffice.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The figures that an experiment must show. Those that differ are kept, and make it fail. */
public final class Figures {
  private final List<String> wrong = new ArrayList<>();

  /** Notes a figure and passes it on, to be printed as it is. */
  public <T> T expect(String what, T expected, T seen) {
    if (!Objects.equals(expected, seen)) {
      wrong.add("%s should be %s, but is %s".formatted(what, expected, seen));
    }
    return seen;
  }

  /** What differed, in the order in which it was seen. */
  public List<String> wrong() {
    return List.copyOf(wrong);
  }
}
