package org.sortingoffice.api;

/**
 * What a person looks for among the jobs: the parameters of {@code jobs.sql}. What is null is not
 * asked.
 *
 * @param state the state
 * @param actor whose request it was
 * @param error the kind of the last error, such as ProviderUnavailable
 * @param step the step that failed
 * @param before only jobs with a smaller id: the end of the page before
 * @param limit how many at most
 */
public record JobQuery(
    String state, String actor, String error, String step, long before, int limit) {}
