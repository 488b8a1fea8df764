package org.sortingoffice.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The address of a page. */
class QueryTest {

  @Test
  void whatIsNotKnownOrEmptyOrNotWellEncodedIsLeftOut() {
    Query query = Query.read("state=failed&evil=1&step=&actor=%zz&text=a%00b&error=x%26y&state=z");
    assertThat(query).hasToString("?state=failed&error=x%26y");
  }

  @Test
  void aValueTakesThePlaceOfTheOneBefore() {
    assertThat(Query.read("state=failed").with("state", "dead_letter"))
        .hasToString("?state=dead_letter");
  }

  @Test
  void theFilterIsWhatChoosesJobs() {
    assertThat(Query.read("group=0123&after=1-2&said=sent&count=3&as_of=now").filter())
        .hasToString("?group=0123");
  }

  @Test
  void nothingAskedIsNothingWritten() {
    assertThat(Query.read(null)).hasToString("");
    assertThat(Query.read("").isEmpty()).isTrue();
  }

  @Test
  void whatWasSaidIsNeverTheWordsOfTheAddress() {
    assertThat(Notice.after(Query.read("said=Your+account+is+closed"))).isEmpty();
    assertThat(Notice.after(Query.read("said=sent&count=2&late=1")).orElseThrow().text())
        .isEqualTo("2 jobs queued again; 1 left as it is, because somebody else was first.");
  }
}
