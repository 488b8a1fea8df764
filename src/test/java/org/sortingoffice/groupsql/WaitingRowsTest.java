package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is written next. */
class WaitingRowsTest {
  private final WaitingRows rows = new WaitingRows();
  private final WaitingRow a = row(1);
  private final WaitingRow b = row(2);
  private final WaitingRow c = row(3);
  private final WaitingRow d = row(4);

  @Test
  void thoseThatShareComeInTheirOrder() {
    List.of(a, b, c).forEach(rows::add);

    assertThat(rows.company(1_000)).isSameAs(a);
    assertThat(rows.next()).isSameAs(b);
    assertThat(rows.next()).isSameAs(c);
    assertThat(rows.next()).isNull();
  }

  @Test
  void aRowTooLargeForTheStatementWaitsForTheNext() {
    rows.add(a);

    assertThat(rows.company(a.parameters().bytes() - 1)).isNull();
    assertThat(rows.company(a.parameters().bytes())).isSameAs(a);
  }

  @Test
  void aBatchThatIsPutBackIsFirstAgain() {
    rows.add(c);
    rows.putBack(List.of(a, b));

    assertThat(all()).containsExactly(a, b, c);
  }

  @Test
  void thoseThatAreTriedAloneTakeTurnsWithTheOthers() {
    a.setAlone();
    b.setAlone();
    rows.putBack(List.of(a, b));
    List.of(c, d).forEach(rows::add);

    assertThat(rows.size()).isEqualTo(4);
    assertThat(all()).containsExactly(c, a, d, b);
  }

  @Test
  void noneThatIsTriedAloneIsCompany() {
    a.setAlone();
    rows.putBack(List.of(a));

    assertThat(rows.company(1_000)).isNull();
    assertThat(rows.isEmpty()).isFalse();
    assertThat(rows.remove(a)).isTrue();
    assertThat(rows.remove(a)).isFalse();
    assertThat(rows.isEmpty()).isTrue();
  }

  @Test
  void theLongestWaitIsThatOfWhicheverCameFirst() {
    b.setAlone();
    rows.putBack(List.of(b));
    assertThat(rows.firstArrivedNanos()).isEqualTo(2);
    rows.add(a);
    assertThat(rows.firstArrivedNanos()).isEqualTo(1);
    rows.remove(b);
    assertThat(rows.firstArrivedNanos()).isEqualTo(1);
  }

  private List<WaitingRow> all() {
    List<WaitingRow> order = new ArrayList<>();
    while (!rows.isEmpty()) {
      order.add(rows.next());
    }
    return order;
  }

  private static WaitingRow row(long arrived) {
    return new WaitingRow(
        ParameterRow.of(List.of("text")), Thread.currentThread(), arrived, WaitingRow.Phase.QUEUED);
  }
}
