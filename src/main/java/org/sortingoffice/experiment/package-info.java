/**
 * What the experiments on databases of their own share: a client that talks to the office and to
 * the simulator from outside, and figures that must come out.
 */
package org.sortingoffice.experiment;
