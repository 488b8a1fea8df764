/**
 * Who may what. {@link org.sortingoffice.access.Access} is the first step of every route that
 * serves HTTP: it finds out who asks, by an API key or by a session of the console, and refuses
 * what the roles do not allow. Nothing else decides about permission.
 */
package org.sortingoffice.access;
