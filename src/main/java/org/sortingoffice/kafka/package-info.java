/**
 * What the optional routes from and to Kafka topics need besides Camel. Named by these routes only,
 * so that nothing of it, and nothing of Kafka, is loaded where they are not switched on.
 */
package org.sortingoffice.kafka;
