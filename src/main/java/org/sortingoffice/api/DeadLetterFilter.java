package org.sortingoffice.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Which of the jobs that were set aside are meant: the arguments of the database's function {@code
 * dead_letters}. Lists, groups and redrives take the same. What is null is not asked.
 *
 * @param state {@code dead_letter} or {@code failed}
 * @param group the key of a group of failures
 * @param error the kind of the error, such as ProviderUnavailable
 * @param step the step that failed
 * @param actor whose request it was
 * @param from set aside at this moment (UTC) or later
 * @param to set aside before this moment (UTC)
 * @param text something in the error, in any case of letters; or the id of a ticket or job
 * @param discarded true for those that were discarded, else for the others
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeadLetterFilter(
    String state,
    String group,
    String error,
    String step,
    String actor,
    String from,
    String to,
    String text,
    Boolean discarded) {

  /** The states of a job that was set aside. */
  static final List<String> STATES = List.of("dead_letter", "failed");

  /** What the key of a group looks like. */
  static final String GROUP = "[0-9a-f]{16}";
}
