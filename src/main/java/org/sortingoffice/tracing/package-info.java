/**
 * What is told of a ticket's way to whoever collects traces: the request, each delivery of its job,
 * each step, each provider call. Nothing, at no cost, unless a setting asks for it.
 */
package org.sortingoffice.tracing;
