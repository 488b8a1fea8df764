package org.sortingoffice.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Field case Q53: pages that refresh themselves never pile up questions. */
class OncePerSecondTest {
  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final OncePerSecond<Integer> answers = new OncePerSecond<>(clock::get);

  @Test
  void theSameQuestionIsAskedOnceASecond() {
    assertThat(answers.answer("a", asked::incrementAndGet)).isEqualTo(1);
    clock.set(TimeUnit.MILLISECONDS.toNanos(999));
    assertThat(answers.answer("a", asked::incrementAndGet)).isEqualTo(1);
    clock.set(TimeUnit.MILLISECONDS.toNanos(1_000));
    assertThat(answers.answer("a", asked::incrementAndGet)).isEqualTo(2);
  }

  @Test
  void anotherQuestionIsAskedAtOnce() {
    answers.answer("a", asked::incrementAndGet);
    assertThat(answers.answer("b", asked::incrementAndGet)).isEqualTo(2);
  }

  @Test
  void afterAChangeEveryQuestionIsAskedAnew() {
    answers.answer("a", asked::incrementAndGet);
    answers.answer("b", asked::incrementAndGet);
    answers.forget();
    assertThat(answers.answer("a", asked::incrementAndGet)).isEqualTo(3);
    assertThat(answers.answer("b", asked::incrementAndGet)).isEqualTo(4);
  }

  @Test
  void whoAsksWhileItIsNotAnsweredWaitsForThatAnswerHoweverLongItTakes() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    ExecutorService tabs = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> waiting = new ArrayList<>();
      waiting.add(
          tabs.submit(
              () ->
                  answers.answer(
                      "a",
                      () -> {
                        begun.countDown();
                        try {
                          goOn.await();
                        } catch (InterruptedException stopped) {
                          throw new IllegalStateException(stopped);
                        }
                        return asked.incrementAndGet();
                      })));
      begun.await();
      clock.set(TimeUnit.MINUTES.toNanos(1));
      for (int i = 0; i < 7; i++) {
        waiting.add(tabs.submit(() -> answers.answer("a", asked::incrementAndGet)));
      }
      goOn.countDown();
      for (Future<Integer> answer : waiting) {
        answer.get(30, TimeUnit.SECONDS);
      }
      // The first took a minute; of the seven that came meanwhile at most those ask again that
      // began after its end.
      assertThat(asked.get()).isLessThanOrEqualTo(2);
    } finally {
      tabs.shutdownNow();
    }
  }

  @Test
  void aFailureIsToldAndNotKept() {
    assertThatThrownBy(
            () ->
                answers.answer(
                    "a",
                    () -> {
                      throw new IllegalStateException("away");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("away");
    assertThat(answers.answer("a", asked::incrementAndGet)).isEqualTo(1);
  }
}
