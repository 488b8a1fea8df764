/**
 * The pages for people who look after what was set aside. Routes fetch with the statements that the
 * API uses, beans here turn the rows into view models, and templates that escape by default turn
 * those into HTML. The pages work without JavaScript; with it they keep themselves up to date.
 */
package org.sortingoffice.console;
