/**
 * {@code sorting-office dead-letters}: the dead letter desk for a terminal and for scripts. It
 * speaks the API of an office that is running, like any other client, and keeps nothing of its own.
 */
package org.sortingoffice.cli.desk;
