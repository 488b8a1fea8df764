package org.sortingoffice.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table for people at a terminal: columns as wide as what is in them, two spaces between. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  /**
   * @param heads what stands above the columns
   */
  public TextTable(String... heads) {
    rows.add(heads);
  }

  /** One more row; as many cells as there are heads. Control characters become spaces. */
  public void row(Object... cells) {
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      // Text that somebody else wrote must not steer the terminal.
      row[i] = cells[i] == null ? "" : cells[i].toString().replaceAll("\\p{Cntrl}+", " ");
    }
    rows.add(row);
  }

  /** Writes it, the heads first. */
  public void print(PrintWriter out) {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row[i]));
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row[i]).append(" ".repeat(widths[i] - width(row[i]) + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
