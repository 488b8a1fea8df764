package org.sortingoffice.watch;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.function.Consumer;
import org.sortingoffice.http.EntityTags;

/**
 * One request for a job that is held until the job is as the client wants it: other than what the
 * client has, or over when it has nothing. Then, or when its time is over, it goes on to the route,
 * which answers it as any other.
 */
final class Waiter implements Watcher {
  private static final int FIRST_OF_REFUSALS = 400;

  private final HeldRequest held;
  private final Context context;
  private final long jobId;
  private final EntityTags known;
  private final Duration wait;
  private final Consumer<Waiter> left;

  // These belong to the connection's thread.
  private boolean gone;
  private long timer = -1;

  /**
   * @param known what the client has
   * @param wait for how long at most
   * @param left is told once when nobody need look for this one any more
   */
  Waiter(HeldRequest held, long jobId, EntityTags known, Duration wait, Consumer<Waiter> left) {
    this.held = held;
    this.context = held.request().vertx().getOrCreateContext();
    this.jobId = jobId;
    this.known = known;
    this.wait = wait;
    this.left = left;
  }

  @Override
  public long jobId() {
    return jobId;
  }

  /** Its time begins. */
  void begin() {
    timer = held.request().vertx().setTimer(wait.toMillis(), over -> goOn());
    held.request().addHeadersEndHandler(end -> tellThatItWaited());
  }

  private void tellThatItWaited() {
    HttpServerResponse response = held.request().response();
    if (response.getStatusCode() < FIRST_OF_REFUSALS) {
      response.putHeader("Preference-Applied", "wait=" + wait.toSeconds());
    }
  }

  @Override
  public void seen(JobTag present) {
    if (present == null || (known.isEmpty() ? present.over() : !known.match(present.tag()))) {
      context.runOnContext(now -> goOn());
    }
  }

  @Override
  public void cannotBeSeen() {
    context.runOnContext(now -> goOn());
  }

  @Override
  public void endOfWatch() {
    context.runOnContext(
        now -> {
          if (leave()) {
            held.refuseBecauseOfTheStop();
          }
        });
  }

  private void goOn() {
    if (leave()) {
      held.goOn();
    }
  }

  /** It is answered, or the client is gone. */
  boolean leave() {
    if (gone) {
      return false;
    }
    gone = true;
    if (timer >= 0) {
      held.request().vertx().cancelTimer(timer);
    }
    left.accept(this);
    return true;
  }
}
