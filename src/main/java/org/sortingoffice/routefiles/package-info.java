/**
 * Reads the files that integrators edit and refuses, with file and line, what would start and then
 * do something else than meant: short forms that Kaoto does not draw, steps without ids, names that
 * lead nowhere. Camel itself refuses the rest.
 */
package org.sortingoffice.routefiles;
