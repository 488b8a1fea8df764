package org.sortingoffice.burst;

import java.time.Duration;

/**
 * What happens in the experiment, on the experiment's clock.
 *
 * @param jobsAtOnce how many jobs the worker works on at once
 * @param earlier how many tickets went their whole way before, so that the office is at work
 * @param tickets how many tickets arrive in the burst
 * @param ticketsPerSecond how fast they arrive
 * @param callsPerWindow calls that the provider takes in one of its windows; a ticket needs three
 * @param window how long such a window is
 * @param windowAge how long the provider's window has been running when the first ticket arrives,
 *     for a provider's minute does not begin when our burst does
 * @param rowEvery how often the state is looked at
 * @param speed how fast the experiment's clock runs: at 10 it needs a tenth of the time
 */
public record Scenario(
    int jobsAtOnce,
    int earlier,
    int tickets,
    double ticketsPerSecond,
    int callsPerWindow,
    Duration window,
    Duration windowAge,
    Duration rowEvery,
    double speed) {

  /**
   * Contract 25: 180 tickets at 6/s, about 150 calls a minute.
   *
   * <p>"About": of 160 calls that the provider takes, some 150 finish tickets within the same
   * window; the others go to jobs that its end cuts short. That is also why the worker works on 16
   * jobs at once and not on 32: fewer are cut short, and a run is more like the next. The
   * provider's minute is 18 s old when the burst begins, so that its next ones begin at 42 s and
   * 102 s.
   *
   * @param speed how fast the clock runs, 1 to 20
   * @throws IllegalArgumentException when the speed is out of its bounds
   */
  public static Scenario ofContract(double speed) {
    if (!(speed >= 1 && speed <= 20)) {
      throw new IllegalArgumentException("The speed must be from 1 to 20, but is " + speed + ".");
    }
    return new Scenario(
        16,
        120,
        180,
        6,
        160,
        Duration.ofSeconds(60),
        Duration.ofSeconds(18),
        Duration.ofSeconds(2),
        speed);
  }

  /** A time of the experiment's clock as it really passes. */
  Duration really(Duration onTheClock) {
    return Duration.ofNanos(Math.round(onTheClock.toNanos() / speed));
  }
}
