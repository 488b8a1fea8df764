/** What the pages show: the JSON of the API's statements, as records. */
package org.sortingoffice.console.view;
