package org.sortingoffice.samples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads a statement from the folder {@code sql}. */
final class SqlFile {
  private SqlFile() {}

  static String read(String name) {
    try (InputStream in = SqlFile.class.getResourceAsStream("/sql/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("sql/" + name + " cannot be read", e);
    }
  }
}
