package org.sortingoffice.simulator;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a team and a priority out of a ticket by the beginnings of its words, as {@code
 * triage.properties} lists them.
 */
final class Triage {
  private static final String NO_TEAM = "general";
  private static final int USUAL_PRIORITY = 3;
  private static final int SUBJECT_WEIGHT = 2;
  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");

  private final Map<String, List<String>> teams = new HashMap<>();
  private final Map<String, Integer> priorities = new HashMap<>();
  private final Map<String, String> replies;
  private final Map<String, String> closings;
  private int longest;

  Triage(SettingsFile file) {
    file.under("team.")
        .forEach(
            (team, words) -> each(words, word -> teams.merge(word, List.of(team), Triage::both)));
    file.under("priority.")
        .forEach(
            (level, words) ->
                each(words, word -> priorities.merge(word, Integer.valueOf(level), Math::min)));
    this.replies = file.under("reply.");
    this.closings = file.under("closing.");
  }

  /**
   * What a ticket is.
   *
   * @param team who should handle it
   * @param priority from 1 (urgent) to 4 (low)
   */
  record Finding(String team, int priority) {}

  Finding read(Ticket ticket) {
    Map<String, Integer> scores = new TreeMap<>();
    int byUrgency = count(ModeMarker.strip(ticket.subject()), SUBJECT_WEIGHT, scores);
    int byBody = count(ModeMarker.strip(ticket.body()), 1, scores);
    String team = NO_TEAM;
    int best = 0;
    for (Map.Entry<String, Integer> score : scores.entrySet()) {
      if (score.getValue() > best) {
        best = score.getValue();
        team = score.getKey();
      }
    }
    int level = Math.min(byUrgency, byBody);
    return new Finding(team, level == Integer.MAX_VALUE ? USUAL_PRIORITY : level);
  }

  String reply(Ticket ticket) {
    Finding finding = read(ticket);
    return "Hello,\n\nThank you for writing to us about \""
        + ticket.subject()
        + "\". "
        + replies.getOrDefault(finding.team(), "")
        + ' '
        + closings.getOrDefault(Integer.toString(finding.priority()), "")
        + "\n\nKind regards,\nCustomer Support";
  }

  // Adds to the scores of teams and returns the most urgent priority that a word speaks for.
  private int count(String text, int weight, Map<String, Integer> scores) {
    int urgent = Integer.MAX_VALUE;
    String plain = plain(text);
    int start = -1;
    for (int i = 0; i <= plain.length(); i++) {
      boolean inWord =
          i < plain.length()
              && (Character.isLetterOrDigit(plain.charAt(i)) || plain.charAt(i) == '-');
      if (inWord && start < 0) {
        start = i;
      } else if (!inWord && start >= 0) {
        urgent = Math.min(urgent, word(plain.substring(start, i), weight, scores));
        start = -1;
      }
    }
    return urgent;
  }

  private int word(String word, int weight, Map<String, Integer> scores) {
    int urgent = Integer.MAX_VALUE;
    for (int length = Math.min(longest, word.length()); length > 2; length--) {
      String beginning = word.substring(0, length);
      for (String team : teams.getOrDefault(beginning, List.of())) {
        scores.merge(team, weight, Integer::sum);
      }
      urgent = Math.min(urgent, priorities.getOrDefault(beginning, Integer.MAX_VALUE));
    }
    return urgent;
  }

  private static String plain(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (int i = 0; i < lower.length(); i++) {
      if (lower.charAt(i) > 0x7F) {
        return ACCENTS.matcher(Normalizer.normalize(lower, Normalizer.Form.NFD)).replaceAll("");
      }
    }
    return lower;
  }

  private void each(String words, java.util.function.Consumer<String> use) {
    for (String word : words.split("\\s*,\\s*")) {
      longest = Math.max(longest, word.length());
      use.accept(word);
    }
  }

  private static List<String> both(List<String> some, List<String> others) {
    return java.util.stream.Stream.concat(some.stream(), others.stream()).toList();
  }
}
