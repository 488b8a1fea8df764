package org.sortingoffice.samples;

import org.sortingoffice.intake.TicketRequest;

/**
 * A ticket as a customer might send it, with what only its inventor knows.
 *
 * @param request the ticket, read as the API reads it
 * @param language what it is written in
 * @param category the team that it is for
 * @param priority how urgent it is, 1 to 4
 * @param reply what support might answer
 */
record SampleTicket(
    TicketRequest request, Language language, String category, int priority, String reply) {}
