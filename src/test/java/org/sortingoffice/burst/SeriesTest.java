package org.sortingoffice.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private final Series series =
      new Series(
          List.of(
              row(0, 0, 0),
              row(10.2, 20, 40),
              row(30.1, 50, 100),
              row(40, 50, 102),
              row(90, 99, 0)));

  @Test
  void theRowOfAMomentIsTheNearestOne() {
    assertThat(series.at(9).seconds()).isEqualTo(10.2);
    assertThat(series.at(36).seconds()).isEqualTo(40);
    assertThat(series.at(500)).isEqualTo(series.last());
  }

  @Test
  void thePeakIsReachedWhenNearlyAsManyWaitAsEverDo() {
    assertThat(series.mostWaiting()).isEqualTo(102);
    assertThat(series.peakSeconds()).isEqualTo(30.1);
  }

  @Test
  void whatSucceededBetweenTwoMomentsIsTheDifferenceOfTheirRows() {
    assertThat(series.succeededBetween(30, 90)).isEqualTo(49);
  }

  @Test
  void aSeriesWithoutRowsIsNone() {
    assertThatThrownBy(() -> new Series(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void allIsOverWhenEveryAcceptedJobSucceededOrWasGivenUp() {
    assertThat(new Row(1, 3, 2, 0, 0, 1, 9, 0).allOver()).isTrue();
    assertThat(new Row(1, 3, 2, 1, 0, 0, 9, 0).allOver()).isFalse();
    assertThat(new Row(0, 0, 0, 0, 0, 0, 0, 0).allOver()).isFalse();
  }

  private static Row row(double seconds, int succeeded, int waiting) {
    return new Row(seconds, 180, succeeded, waiting, 0, 0, 0, 0);
  }
}
