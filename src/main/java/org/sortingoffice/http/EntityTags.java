package org.sortingoffice.http;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client has already, as it says in {@code If-None-Match} (RFC 9110, section 13.1.2): a list
 * of entity tags, or {@code *} for whatever there is. Tags are compared weakly, as that section
 * demands: {@code W/"a"} and {@code "a"} are one.
 *
 * <p>What cannot be read names nothing: the client gets the whole answer then, which is never
 * wrong.
 */
public final class EntityTags {
  /** A comma may stand inside of a tag, so a line is read and not split. */
  private static final Pattern TAG =
      Pattern.compile("\\G[ \\t,]*(?:W/)?\"([\\x21\\x23-\\x7E\\x80-\\uFFFF]*)\"[ \\t]*(?=,|$)");

  private final boolean any;
  private final Set<String> opaque = new HashSet<>();

  private EntityTags(Collection<String> lines) {
    any = lines.stream().map(String::strip).anyMatch("*"::equals);
    for (String line : lines) {
      Matcher tag = TAG.matcher(line);
      while (tag.find()) {
        opaque.add(tag.group(1));
      }
    }
  }

  /**
   * Reads the header's lines.
   *
   * @param ifNoneMatch none, one, or a collection of them, as Camel and Vert.x keep them
   */
  public static EntityTags read(Object ifNoneMatch) {
    if (ifNoneMatch instanceof Collection<?> lines) {
      return new EntityTags(lines.stream().map(String::valueOf).toList());
    }
    return new EntityTags(ifNoneMatch == null ? List.of() : List.of(ifNoneMatch.toString()));
  }

  /** Whether the client has what this tag stands for. */
  public boolean match(String opaqueTag) {
    return any || opaque.contains(opaqueTag);
  }

  /** Whether the client has whatever there is. */
  public boolean matchAny() {
    return any;
  }

  /** Whether no tag was named. */
  public boolean isEmpty() {
    return !any && opaque.isEmpty();
  }
}
