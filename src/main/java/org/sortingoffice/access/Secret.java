package org.sortingoffice.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * An API key or the token of a session: 256 bits of chance as text, which only its owner keeps. The
 * database has its hash. It is never shown when printed.
 *
 * <p>SHA-256, once, is enough for it: nobody can run through 2<sup>256</sup> candidates, so there
 * is nothing that a slow hash could slow down. Looking one up by its hash gives nothing away by its
 * timing either, since nobody can choose what the hash of a guess looks like.
 *
 * @param text what its owner sends
 */
public record Secret(String text) {
  private static final int BYTES = 32;

  /** What a key of Sorting Office begins with, so that scanners for leaked secrets can find it. */
  public static final String KEY_PREFIX = "so_";

  private static final Pattern KEY = Pattern.compile(KEY_PREFIX + "[A-Za-z0-9_-]{20,}");

  /**
   * This text without the API keys in it, should somebody have put one where it does not belong.
   */
  static String hidden(String text) {
    return KEY.matcher(text).replaceAll(KEY_PREFIX + "..");
  }

  /**
   * A new API key.
   *
   * @param chance must be fit for secrets ({@link java.security.SecureRandom})
   */
  public static Secret newKey(Random chance) {
    return new Secret(KEY_PREFIX + text(chance));
  }

  /**
   * A new token.
   *
   * @param chance must be fit for secrets ({@link java.security.SecureRandom})
   */
  public static Secret newToken(Random chance) {
    return new Secret(text(chance));
  }

  /** The hash that stands in the database, 32 bytes. */
  public byte[] sha256() {
    return sha256(text);
  }

  /**
   * The token that a form of this session must carry: derived, so that nothing has to be kept, and
   * of no use for finding this secret.
   */
  String formToken() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256("form " + text));
  }

  @Override
  public String toString() {
    return "Secret[..]";
  }

  private static String text(Random chance) {
    byte[] bytes = new byte[BYTES];
    chance.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
