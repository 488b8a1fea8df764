package org.sortingoffice.webhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets with which webhooks are signed: one, or for the time of a change several, with each
 * of which a signature is made. They are never printed: not by {@link #toString()}, not in an
 * exception, not in a log.
 *
 * <p>A file is read again for every webhook, so a secret that was exchanged is used from the next
 * one on. A file that is away or makes no sense at that moment, since somebody is just writing it,
 * leaves the last good secrets in use.
 *
 * <p>Their form is that of Standard Webhooks: {@code whsec_} and 24 to 64 bytes in base64.
 */
public final class WebhookSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookSecrets.class);

  private static final String PREFIX = "whsec_";
  private static final int SHORTEST = 24;
  private static final int LONGEST = 64;
  private static final int MOST = 10;
  private static final int LARGEST_FILE = 8_192;

  private final Path file;
  private volatile List<byte[]> last;
  private volatile boolean told;

  private WebhookSecrets(Path file, List<byte[]> last) {
    this.file = file;
    this.last = last;
  }

  /**
   * Secrets that stay.
   *
   * @param text the secrets, with white space between
   * @throws IllegalArgumentException when they cannot be secrets; the message does not hold them
   */
  public static WebhookSecrets of(String text) {
    return new WebhookSecrets(null, checked(text));
  }

  /**
   * Secrets in a file, one a line.
   *
   * @throws IllegalArgumentException when the file cannot be read or holds something else; the
   *     message does not quote it
   */
  public static WebhookSecrets inFile(Path file) {
    try {
      return new WebhookSecrets(file, read(file));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "the file " + file + " cannot be read (" + unreadable.getClass().getSimpleName() + ")",
          unreadable);
    }
  }

  /** The secrets as they are now, at least one. */
  List<byte[]> now() {
    if (file != null) {
      try {
        last = read(file);
        told = false;
      } catch (IOException | IllegalArgumentException unreadable) {
        tellOnce(unreadable);
      }
    }
    return last;
  }

  private void tellOnce(Exception unreadable) {
    if (!told) {
      told = true;
      LOG.warn(
          "the file with the webhooks' secrets, {}, cannot be used ({}); the last good ones are used until it can",
          file,
          unreadable.getClass().getSimpleName());
    }
  }

  private static List<byte[]> read(Path file) throws IOException {
    if (Files.size(file) > LARGEST_FILE) {
      throw new IllegalArgumentException("the file " + file + " is too large to hold secrets");
    }
    return checked(Files.readString(file, StandardCharsets.ISO_8859_1));
  }

  private static List<byte[]> checked(String text) {
    List<byte[]> secrets =
        Arrays.stream(text.strip().split("\\s+")).map(WebhookSecrets::secret).toList();
    if (secrets.size() > MOST) {
      throw new IllegalArgumentException("there are more than " + MOST + " secrets");
    }
    return secrets;
  }

  private static byte[] secret(String text) {
    byte[] bytes = {};
    try {
      if (text.startsWith(PREFIX)) {
        bytes = Base64.getDecoder().decode(text.substring(PREFIX.length()));
      }
    } catch (IllegalArgumentException notBase64) {
      // Told below.
    }
    if (bytes.length < SHORTEST || bytes.length > LONGEST) {
      throw new IllegalArgumentException(
          "a secret is whsec_ and %d to %d bytes in base64, such as: echo whsec_$(openssl rand -base64 32)"
              .formatted(SHORTEST, LONGEST));
    }
    return bytes;
  }

  @Override
  public String toString() {
    return last.size() + " secrets that are not shown";
  }
}
