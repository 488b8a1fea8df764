/**
 * The simulated AI provider: an OpenAI-compatible HTTP server that answers predictably, misbehaves
 * on demand and keeps a log of its calls that tests count.
 *
 * <p>The way of a call: {@link org.sortingoffice.simulator.Reception} reads the request on the
 * event loop, writes it into the {@link org.sortingoffice.simulator.CallLog}, chooses its {@link
 * org.sortingoffice.simulator.Mode} and waits without holding a thread. Faults of the connection
 * itself ({@link org.sortingoffice.simulator.LineFault}) end there. All others are Camel routes in
 * {@code simulator/routes}: a route that starts at {@code direct:any-NAME}, {@code
 * direct:chat-NAME}, {@code direct:embed-NAME} or {@code direct:STEP-NAME} is the mode NAME for
 * those calls, so that a new mode needs no Java.
 */
package org.sortingoffice.simulator;
