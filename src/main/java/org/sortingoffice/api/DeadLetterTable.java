package org.sortingoffice.api;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * Dead letters as a table for a spreadsheet: CSV (RFC 4180) with the same columns wherever it is
 * made. A text that begins like a formula gets an apostrophe before it (OWASP, CSV injection),
 * which spreadsheets do not show.
 */
public final class DeadLetterTable {
  private static final List<String> COLUMNS =
      List.of(
          "job_id",
          "ticket_id",
          "state",
          "finished_at",
          "failed_step",
          "last_error",
          "group",
          "attempts",
          "actor",
          "subject",
          "created_at");

  private static final String FORMULA_STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

  private final CSVPrinter printer;

  /**
   * Writes the head.
   *
   * @param out is not closed by this
   */
  public DeadLetterTable(Appendable out) throws IOException {
    printer = new CSVPrinter(out, CSVFormat.RFC4180);
    printer.printRecord(COLUMNS);
  }

  /**
   * Writes one line.
   *
   * @param values the job's value for a column, as it is; null where it has none
   */
  public void print(UnaryOperator<String> values) throws IOException {
    printer.printRecord(COLUMNS.stream().map(values).map(DeadLetterTable::guarded));
  }

  /** Writes out what still waits to be. */
  public void flush() throws IOException {
    printer.flush();
  }

  private static String guarded(String text) {
    if (text == null || text.isEmpty()) {
      return "";
    }
    return FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
