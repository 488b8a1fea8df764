package org.sortingoffice.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key with which this office calls the provider. It is never printed: not by {@link
 * #toString()}, not in an exception, not in a log.
 *
 * <p>A key in a file is read again for every call, which costs microseconds beside a call's
 * seconds: so a key that was exchanged is used from the next call on, however the file was replaced
 * (written over, renamed, a link that was turned, as Kubernetes does with secrets). A file that is
 * away or makes no sense at that moment, since somebody is just writing it, leaves the last good
 * key in use.
 */
public final class ProviderKey {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderKey.class);

  /** What may stand in a header's value without being misread; no key has more. */
  private static final Pattern SHAPE = Pattern.compile("[\\x21-\\x7E]{1,4096}");

  private static final int LARGEST_FILE = 8_192;

  private final Path file;
  private volatile String last;
  private volatile boolean told;

  private ProviderKey(Path file, String last) {
    this.file = file;
    this.last = last;
  }

  /** No key: the provider asks for none. */
  public static ProviderKey none() {
    return new ProviderKey(null, null);
  }

  /**
   * A key that stays.
   *
   * @throws IllegalArgumentException when it cannot be one; the message does not hold it
   */
  public static ProviderKey of(String key) {
    return new ProviderKey(null, checked(key));
  }

  /**
   * A key in a file, white space around it aside.
   *
   * @throws IllegalArgumentException when the file cannot be read or holds something else; the
   *     message does not quote it
   */
  public static ProviderKey inFile(Path file) {
    try {
      return new ProviderKey(file, read(file));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "the file " + file + " cannot be read (" + unreadable.getClass().getSimpleName() + ")",
          unreadable);
    }
  }

  /** The key as it is now; empty when there is none. */
  public Optional<String> now() {
    if (file != null) {
      try {
        last = read(file);
        told = false;
      } catch (IOException | IllegalArgumentException unreadable) {
        tellOnce(unreadable);
      }
    }
    return Optional.ofNullable(last);
  }

  private void tellOnce(Exception unreadable) {
    if (!told) {
      told = true;
      LOG.warn(
          "the file with the provider's key, {}, cannot be used ({}); the last good key is used until it can",
          file,
          unreadable.getClass().getSimpleName());
    }
  }

  private static String read(Path file) throws IOException {
    if (Files.size(file) > LARGEST_FILE) {
      throw new IllegalArgumentException("the file " + file + " is too large to be a key");
    }
    return checked(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
  }

  private static String checked(String key) {
    if (!SHAPE.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "a key is 1 to 4096 visible ASCII characters without a space in between");
    }
    return key;
  }

  @Override
  public String toString() {
    return last == null ? "no key" : "a key that is not shown";
  }
}
