package org.sortingoffice.provider;

import java.util.regex.Pattern;

/**
 * Tells which texts of a provider may stand in an error: those that can only be identifiers. What
 * could be a credential or an address may not, whatever member it came in.
 */
final class Identifiers {
  private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9_.-]{1,60}");
  private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}([.-]\\d{1,3}){3}");
  private static final Pattern KEY =
      Pattern.compile("(?i)^(sk|pk|rk|key|bearer|basic|gh[a-z]|xox[a-z]|akia|aiza)([_-]|\\w*\\d)");
  private static final Pattern TOKEN = Pattern.compile("(?=[A-Za-z]*\\d)[A-Za-z0-9]{20,}");

  private Identifiers() {}

  /** Whether it names a thing, such as a request; those may be long and random. */
  static boolean isName(String text) {
    return SHAPE.matcher(text).matches()
        && !ADDRESS.matcher(text).find()
        && !KEY.matcher(text).find();
  }

  /** Whether it is a word such as an error's code. */
  static boolean isWord(String text) {
    return isName(text) && !TOKEN.matcher(text).find();
  }
}
