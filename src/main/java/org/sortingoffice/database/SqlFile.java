package org.sortingoffice.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a statement from the folder {@code sql}, for those who speak to the database themselves.
 */
public final class SqlFile {
  private SqlFile() {}

  /**
   * The text of a statement.
   *
   * @param name the file's name, with its ending
   */
  public static String read(String name) {
    try (InputStream in = SqlFile.class.getResourceAsStream("/sql/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("sql/" + name + " cannot be read", e);
    }
  }
}
