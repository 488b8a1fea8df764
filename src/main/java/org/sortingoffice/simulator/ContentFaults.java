package org.sortingoffice.simulator;

import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Spoils the content of a good answer in ways that a route's expressions cannot. */
public final class ContentFaults {
  private static final String NUL = "\0";
  private static final String LONE_SURROGATE = "\ud83d";
  private static final double MOST_MEGABYTES = 200;

  /** The first part of it, which ends inside a word; nothing at all with {@code content=none}. */
  public String cutOff(@Variable("call") Call call, @Body String content) {
    if (call.text("content", "").equals("none")) {
      return null;
    }
    int end = content.length() * 6 / 10;
    while (end > 1 && !insideWord(content, end)) {
      end--;
    }
    return content.substring(0, end);
  }

  private static boolean insideWord(String text, int at) {
    return Character.isLetter(text.charAt(at - 1)) && Character.isLetter(text.charAt(at));
  }

  /** With the character U+0000 in the middle. */
  public String withNul(@Body String content) {
    return insert(content, NUL);
  }

  /** With the first half of an emoji in the middle. */
  public String withLoneSurrogate(@Body String content) {
    return insert(content, LONE_SURROGATE);
  }

  private static String insert(String content, String odd) {
    int middle = content.length() / 2;
    return content.substring(0, middle) + odd + content.substring(middle);
  }

  /** As a message whose content is a list of two parts, in JSON. */
  public String inParts(@Body String content) {
    int middle = content.length() / 2;
    StringBuilder out = new StringBuilder("{\"role\":\"assistant\",\"content\":[");
    JsonText.quote(out.append("{\"type\":\"text\",\"text\":"), content.substring(0, middle));
    JsonText.quote(out.append("},{\"type\":\"text\",\"text\":"), content.substring(middle));
    return out.append("}]}").toString();
  }

  /** Followed by filler, {@code megabytes} (20) long altogether. */
  public String oversize(@Variable("call") Call call, @Body String content) {
    double megabytes = Math.min(MOST_MEGABYTES, call.mode().number("megabytes", 20));
    int length = Math.max(content.length(), (int) (megabytes * 1_000_000));
    return content + ".".repeat(length - content.length());
  }
}
