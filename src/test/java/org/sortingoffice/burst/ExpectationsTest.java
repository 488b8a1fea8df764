package org.sortingoffice.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The bands of contract 25: within 20 % of what it states. */
class ExpectationsTest {
  private final Expectations expectations = new Expectations(Scenario.ofContract(1));

  @Test
  void theFiguresOfContract25AreInTheirBands() {
    assertThat(wrong(ours(116, 25, 0))).isEmpty();
    assertThat(wrong(naive(99, 16))).isEmpty();
  }

  @Test
  void aTwentiethPartBeyondTheBandIsWrong() {
    assertThat(wrong(ours(140, 25, 0))).containsExactly("jobs waiting at the peak");
    assertThat(wrong(ours(92, 25, 0))).containsExactly("jobs waiting at the peak");
    assertThat(wrong(ours(116, 31, 0))).containsExactly("jobs waiting at 138 s");
    assertThat(wrong(naive(119, 16)))
        .containsExactly("dead letters within 50 s", "dead letters in all");
    assertThat(wrong(naive(99, 19.3))).containsExactly("second of the first dead letter");
  }

  @Test
  void underOurRuleOneDeadLetterIsOneTooMany() {
    assertThat(wrong(ours(116, 25, 1))).containsExactly("dead letters");
  }

  @Test
  void aDeadLetterThatNeverCameIsWrong() {
    Run none = new Run(Rule.NAIVE, naive(99, 16).series(), 0, List.of());
    assertThat(wrong(none)).containsExactly("second of the first dead letter");
  }

  @Test
  void aTicketThatWasNotAcceptedIsWrong() {
    Series short1 = new Series(List.of(new Row(50, 179, 80, 0, 0, 99, 0, 0)));
    assertThat(wrong(new Run(Rule.NAIVE, short1, 0, List.of(16.0))))
        .containsExactly("tickets accepted");
  }

  @Test
  void aFigureSaysWhatWasSeenAndWhatMustBe() {
    assertThat(Figure.about("dead letters in all", 99, 120))
        .hasToString("dead letters in all: 120 (must be 79.2 to 118.8)");
    assertThat(Figure.exactly("dead letters", 0, 3)).hasToString("dead letters: 3 (must be 0)");
    assertThat(Figure.about("second of the first dead letter", 16, Double.NaN))
        .hasToString("second of the first dead letter: none (must be 12.8 to 19.2)");
  }

  @Test
  void aMachineThatLagsTwoRowsBehindDidNotKeepUp() {
    Scenario scenario = Scenario.ofContract(10);
    assertThat(new Run(Rule.NAIVE, naive(99, 16).series(), 3.9, List.of()).keptUp(scenario))
        .isTrue();
    assertThat(new Run(Rule.NAIVE, naive(99, 16).series(), 4, List.of()).keptUp(scenario))
        .isFalse();
  }

  private List<String> wrong(Run run) {
    return expectations.of(run).stream()
        .filter(figure -> !figure.fits())
        .map(Figure::what)
        .toList();
  }

  private static Run ours(int peak, int at138, int deadLetters) {
    return new Run(
        Rule.OURS,
        new Series(
            List.of(
                new Row(0, 6, 0, 0, 0, 0, 0, 0),
                new Row(30, 180, 52, peak, 0, 0, 0, 0),
                new Row(90, 180, 104, 76, 0, 0, 0, 0),
                new Row(138, 180, 155, at138, 0, 0, 0, 0),
                new Row(140, 180, 155, at138, 0, deadLetters, 0, 0))),
        0,
        List.of());
  }

  private static Run naive(int deadLetters, double first) {
    return new Run(
        Rule.NAIVE,
        new Series(
            List.of(
                new Row(0, 6, 0, 0, 0, 0, 0, 0), new Row(50, 180, 81, 0, 0, deadLetters, 0, 0))),
        0,
        List.of(first, 40.0));
  }
}
