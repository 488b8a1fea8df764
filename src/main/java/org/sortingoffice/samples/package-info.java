/**
 * Sample tickets for trying Sorting Office out: what customers write, in five languages, and jobs
 * that were set aside. All of it is made by chance from a seed; the same seed gives the same
 * tickets.
 */
package org.sortingoffice.samples;
