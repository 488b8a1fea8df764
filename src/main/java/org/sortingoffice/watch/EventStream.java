package org.sortingoffice.watch;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;

/**
 * One client that listens to the events of a job. What it was told is kept as marks, never the
 * events: they are fetched when the client takes them, so one that does not read costs nothing but
 * its connection, and that only for a while.
 *
 * <p>All fields that change belong to the thread that looks, except those that say otherwise.
 */
final class EventStream implements Watcher {
  /** After so many heartbeats that could not be sent the client is taken for gone. */
  private static final int MISSED = 4;

  private final HeldRequest held;
  private final RoutingContext request;
  private final HttpServerResponse response;
  private final Context context;
  private final EventFeed feed;
  private final Doors doors;
  private final Duration heartbeat;
  private final long jobId;
  private EventMarks told;
  private String toldTag;
  private String seenTag;
  private boolean seenOver;
  private boolean asked;

  /** What was handed to the connection is not with it yet, or it takes no more at the moment. */
  private volatile boolean busy;

  // The rest belongs to the connection's thread.
  private boolean begun;
  private boolean left;
  private int missed;
  private long timer = -1;

  /** What a stream asks of its surroundings. */
  interface Doors {
    /** Nobody need look for this stream any more. */
    void left(EventStream stream);

    /** Ends the stream when who asked may not listen any more. */
    void checkAgain(RoutingContext request, Runnable mayNoMore);
  }

  /**
   * @param told what the client was told before; null when nothing
   * @param heartbeat how often a sign is sent that it is there still
   */
  EventStream(
      HeldRequest held,
      long jobId,
      EventMarks told,
      EventFeed feed,
      Duration heartbeat,
      Doors doors) {
    this.heartbeat = heartbeat;
    this.held = held;
    this.request = held.request();
    this.response = request.response();
    this.context = request.vertx().getOrCreateContext();
    this.jobId = jobId;
    this.told = told;
    this.feed = feed;
    this.doors = doors;
  }

  @Override
  public long jobId() {
    return jobId;
  }

  EventQuestion.Asker question() {
    return new EventQuestion.Asker(jobId, told);
  }

  @Override
  public void seen(JobTag present) {
    if (present == null || (!asked && present.over())) {
      goOnOrEnd();
    } else if (!busy && !present.tag().equals(toldTag)) {
      asked = true;
      seenTag = present.tag();
      seenOver = present.over();
      feed.add(this);
    }
  }

  /** Events that the client is to be told. */
  void tell(List<JobEvent> events, boolean more) {
    if (!more) {
      toldTag = seenTag;
    }
    String text = "";
    boolean over = seenOver && !more;
    if (!events.isEmpty()) {
      EventText next = EventText.of(told, events);
      told = next.told();
      text = next.text();
      over = over || next.over();
    }
    busy = true;
    String lines = text;
    boolean last = over;
    context.runOnContext(now -> write(lines, last));
  }

  private void write(String text, boolean last) {
    if (left) {
      return;
    }
    begin();
    if (!text.isEmpty()) {
      response.write(text);
    }
    if (last) {
      end();
    } else if (response.writeQueueFull()) {
      response.drainHandler(drained -> busy = false);
    } else {
      busy = false;
    }
  }

  private void begin() {
    if (!begun) {
      begun = true;
      request.request().resume();
      response.putHeader("Content-Type", "text/event-stream").setChunked(true);
      // Asks a proxy (nginx) to pass on what comes when it comes.
      response.putHeader("X-Accel-Buffering", "no");
      timer = request.vertx().setPeriodic(heartbeat.toMillis(), beat -> heartbeat());
    }
  }

  private void heartbeat() {
    if (!response.writeQueueFull()) {
      missed = 0;
      response.write(EventText.HEARTBEAT);
    } else if (++missed == MISSED) {
      leave();
      request.request().connection().close();
      return;
    }
    doors.checkAgain(request, this::end);
  }

  /** Before anything was sent the route can answer better; later there will be another look. */
  @Override
  public void cannotBeSeen() {
    context.runOnContext(
        now -> {
          if (!begun) {
            goOn();
          }
        });
  }

  private void goOnOrEnd() {
    context.runOnContext(
        now -> {
          if (begun) {
            end();
          } else {
            goOn();
          }
        });
  }

  private void goOn() {
    if (leave()) {
      held.goOn();
    }
  }

  @Override
  public void endOfWatch() {
    context.runOnContext(
        now -> {
          if (begun) {
            end();
          } else if (leave()) {
            held.refuseBecauseOfTheStop();
          }
        });
  }

  private void end() {
    if (leave() && !response.ended() && !response.closed()) {
      response.end();
    }
  }

  /** The client is gone, or its answer has ended. */
  boolean leave() {
    if (left) {
      return false;
    }
    left = true;
    if (timer >= 0) {
      request.vertx().cancelTimer(timer);
    }
    doors.left(this);
    return true;
  }
}
