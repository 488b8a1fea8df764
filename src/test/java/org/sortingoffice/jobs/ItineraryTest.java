package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ItineraryTest {
  private final Itinerary itinerary = new Itinerary(List.of("classify", "draft_reply", "embed"));

  @Test
  void aFirstDeliveryTakesAllStepsInOrder() {
    assertThat(itinerary.remaining(job(Set.of())))
        .isEqualTo("direct:step-classify,direct:step-draft_reply,direct:step-embed");
  }

  @Test
  void stepsThatAreSavedAreSkipped() {
    assertThat(itinerary.remaining(job(Set.of("classify", "embed"))))
        .isEqualTo("direct:step-draft_reply");
  }

  @Test
  void nothingIsLeftWhenAllAreSaved() {
    assertThat(itinerary.remaining(job(Set.of("classify", "draft_reply", "embed")))).isEmpty();
  }

  private static ClaimedJob job(Set<String> stepsDone) {
    return new ClaimedJob(1, 500_001, 1, 1, 0, false, false, "w", "C", "s", "b", stepsDone);
  }
}
