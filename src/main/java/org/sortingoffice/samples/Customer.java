package org.sortingoffice.samples;

/**
 * Somebody who writes tickets, always in one language and with one name.
 *
 * @param id such as C-0022
 * @param language the language
 * @param firstName the first name
 * @param lastName the last name
 */
record Customer(String id, Language language, String firstName, String lastName) {}
