/**
 * The Camel component {@code group-sql}: a producer that saves the rows of many exchanges with one
 * statement and one commit. Exchanges that arrive while a statement runs are saved together by the
 * next one; nobody waits for company, so alone it is as fast as a plain statement.
 *
 * <p>It knows nothing of tickets or jobs. How a statement for it is written stands in {@link
 * org.sortingoffice.groupsql.GroupStatement}; docs/group-sql.md is the page for integrators.
 */
package org.sortingoffice.groupsql;
