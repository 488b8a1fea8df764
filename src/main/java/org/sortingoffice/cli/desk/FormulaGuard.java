package org.sortingoffice.cli.desk;

/**
 * Keeps a text from being a formula when somebody opens a table in a spreadsheet (OWASP, CSV
 * injection): one that begins like a formula gets an apostrophe before it, which spreadsheets do
 * not show.
 */
final class FormulaGuard {
  private static final String FORMULA_STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

  private FormulaGuard() {}

  /** The text, with an apostrophe where it needs one. */
  static String guarded(String text) {
    return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
