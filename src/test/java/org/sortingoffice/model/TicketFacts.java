package org.sortingoffice.model;

/** What became of the ticket of a job; null for what is not set. */
record TicketFacts(long job, String team, String draftReply, String embeddingModel) {
  TicketFacts with(String step, String text) {
    return switch (step) {
      case "classify" -> new TicketFacts(job, text, draftReply, embeddingModel);
      case "draft_reply" -> new TicketFacts(job, team, text, embeddingModel);
      default -> new TicketFacts(job, team, draftReply, text);
    };
  }

  String of(String step) {
    return switch (step) {
      case "classify" -> team;
      case "draft_reply" -> draftReply;
      default -> embeddingModel;
    };
  }
}
