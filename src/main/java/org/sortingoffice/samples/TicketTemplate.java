package org.sortingoffice.samples;

import java.util.List;

/**
 * A ticket with places left open, as {@link Wording} fills them.
 *
 * @param category the team that it is for
 * @param priority how urgent it is, 1 to 4
 * @param subjects alternatives
 * @param body the text, without greeting and closing
 */
record TicketTemplate(String category, int priority, List<String> subjects, String body) {}
