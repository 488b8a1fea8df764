/** Webhooks, signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> say. */
package org.sortingoffice.webhooks;
