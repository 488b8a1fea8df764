package org.sortingoffice.bench;

import java.util.List;

/**
 * The values of one figure.
 *
 * @param values one for each round; empty when it was not measured
 */
record Sample(List<Double> values) {
  Sample {
    values = values.stream().sorted().toList();
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  double median() {
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  double least() {
    return values.get(0);
  }

  double most() {
    return values.get(values.size() - 1);
  }
}
