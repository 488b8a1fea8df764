package org.sortingoffice.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder that is there for one command, and gone with all that is in it when the command ends.
 *
 * @param path the folder
 */
record TemporaryFolder(Path path) implements AutoCloseable {

  /** Makes a new one; the name tells people whose it was if a command is killed. */
  static TemporaryFolder named(String name) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(name));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
