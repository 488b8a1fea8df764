/**
 * The burst experiment (contract 25 and 34): a burst of tickets meets a provider with a small
 * quota, once under our rule, for which being told to slow down is not a failure, and once under
 * the naive rule that counts it as one. The naive rule exists only here.
 */
package org.sortingoffice.burst;
