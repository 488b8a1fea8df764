/**
 * Waiting for a job: long polls ({@code Prefer: wait}) and streams of events. All who wait are
 * served by one look at the database for all of them; nobody holds a thread or a connection.
 */
package org.sortingoffice.watch;
