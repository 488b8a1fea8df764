package org.sortingoffice.model;

import java.util.HashMap;
import java.util.Map;

/** The statements that the model runs: the real ones, or the real ones with one guard removed. */
final class Statements {
  private final Map<String, SqlStatement> byName = new HashMap<>();

  /** The statements as they are. */
  static Statements real() {
    Statements real = new Statements();
    for (String name : SqlStatement.names()) {
      real.byName.put(name, SqlStatement.read(name));
    }
    return real;
  }

  /** These with one of them replaced. */
  Statements with(SqlStatement mutant) {
    Statements changed = new Statements();
    changed.byName.putAll(byName);
    changed.byName.put(mutant.name(), mutant);
    return changed;
  }

  SqlStatement get(String name) {
    return byName.get(name);
  }
}
