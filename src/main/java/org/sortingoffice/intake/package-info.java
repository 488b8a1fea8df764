/**
 * From an HTTP request to a ticket that can be stored: reading it strictly, naming it by a
 * fingerprint, reading its idempotency key, and writing the answer (contract 1-7).
 */
package org.sortingoffice.intake;
