package org.sortingoffice.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says that this process uses a data folder. The operating system lets go of the lock when the
 * process ends in whatever way, so that one killed never keeps the next from starting.
 */
final class DataFolderLock implements AutoCloseable {
  /**
   * The operating system's lock belongs to the process as a whole, and closing any second handle on
   * the file would give it away: within one process this set decides, before the file is touched.
   */
  private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DataFolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static DataFolderLock take(Path folder) throws IOException {
    Path file = folder.toRealPath().resolve("lock");
    if (!HELD_BY_THIS_PROCESS.add(file)) {
      throw inUse(folder);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw inUse(folder);
      }
      return new DataFolderLock(file, channel);
    } catch (IOException | RuntimeException e) {
      HELD_BY_THIS_PROCESS.remove(file);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  private static DataFolderInUse inUse(Path folder) {
    return new DataFolderInUse(folder);
  }

  /**
   * Leaves the file where it is: deleting it could take away the lock of one that starts just now.
   */
  @Override
  public void close() throws IOException {
    channel.close();
    HELD_BY_THIS_PROCESS.remove(file);
  }

  @Override
  public String toString() {
    return file + (Files.exists(file) ? "" : " (gone)");
  }
}
