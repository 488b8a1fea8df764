/**
 * The PostgreSQL that holds all state: the embedded server of the all-in-one start, the address of
 * a server of one's own, the connection pool and the migrations.
 *
 * <p>Whatever keeps a start from having its database is a {@link
 * org.sortingoffice.database.DatabaseStartFailure}, whose message is meant for the person who
 * started the program.
 */
package org.sortingoffice.database;
