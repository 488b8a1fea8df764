package org.sortingoffice.console.view;

import java.util.List;

/**
 * A page of redrives, the latest first.
 *
 * @param next where the next page begins; null on the last
 */
public record Redrives(List<Redrive> redrives, String next) {}
