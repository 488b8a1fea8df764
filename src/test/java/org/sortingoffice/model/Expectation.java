package org.sortingoffice.model;

/**
 * What must be true after an action.
 *
 * @param facts what the database says
 * @param knowledge what the workers believe
 * @param answer what the statement answered
 */
record Expectation(Facts facts, Knowledge knowledge, String answer) {}
