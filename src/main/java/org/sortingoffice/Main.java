package org.sortingoffice;

/** Entry point. */
public final class Main {
  private Main() {}

  /** Runs the command named by the arguments. */
  public static void main(String[] args) {
    System.out.println(org.flywaydb.core.Flyway.configure().getClass());
  }
}
