package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sortingoffice.testing.TestRows;

/** What of an error says which trouble it is, and what only says which job had it. */
class ErrorPatternTest {
  private static TestRows rows;

  @BeforeAll
  static void migrate() {
    var database = TestDatabase.migratedDataSource("error_pattern");
    rows = new TestRows(database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "ProviderUnavailable: the provider answered 503 | ProviderUnavailable: the provider answered 503",
        "RequestRejected: the provider answered 400 (too_long_4k) | RequestRejected: the provider answered 400 (too_long_4k)",
        "WorkerLost: worker lost 5 times | WorkerLost: worker lost # times",
        "WrongDimension: 768≠384 | WrongDimension: #≠#",
        "Http2Error: stream 17 was reset | Http2Error: stream # was reset",
        "Odd: request req_8f3a9b2c of T-500123 | Odd: request # of #",
        "Odd: id 550e8400-e29b-41d4-a716-446655440000 | Odd: id #",
        "Odd: pointer 0xdeadbeef and hash 9f86d081884c7d65 | Odd: pointer # and hash #",
        "Odd: see https://example.org/a?b=1 for more | Odd: see <url> for more",
        "Odd: the value \"Ann's 3 cats\" isn't one of 'a', 'b' | Odd: the value <value> isn't one of <value>, <value>",
        "a decade of words without a class | a decade of words without a class"
      })
  void whatDiffersFromJobToJobIsLeftOut(String error, String pattern) {
    assertThat(rows.value("select error_pattern(?)", error)).isEqualTo(pattern);
  }

  @Test
  void statusAndStepMakeGroupsOfTheirOwn() {
    assertThat(
            rows.value(
                "select count(distinct error_group(error, step)) from (values"
                    + " ('X: the provider answered 502', 'a'), ('X: the provider answered 503', 'a'),"
                    + " ('X: the provider answered 503', 'b'), ('X: the provider answered 503', null),"
                    + " ('X: 1 of 2', 'a'), ('X: 3 of 4', 'a'), (null, null)) as errors (error, step)"))
        .isEqualTo(6L);
  }

  @Test
  @Timeout(20)
  void anErrorMadeToTakeLongTakesNotLong() {
    String hostile = "X: " + "\"'".repeat(2_000) + "0x".repeat(2_000) + "a1-".repeat(2_000);

    assertThat((String) rows.value("select error_pattern(?)", hostile))
        .hasSizeLessThanOrEqualTo(200);
  }
}
