/**
 * What every HTTP endpoint shares: which headers pass the door, and how a failure becomes an RFC
 * 9457 answer. {@link org.sortingoffice.http.Problems} is the one list of all problem codes.
 */
package org.sortingoffice.http;
