package org.sortingoffice.jobs;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.random.RandomGenerator;

/**
 * The name under which a worker holds jobs. It differs at every start, so that jobs held by an
 * earlier process of the same name never look as if they were held by this one.
 *
 * @param name such as {@code worker-1@7f3a9c01}
 */
public record WorkerName(String name) {

  /**
   * @param setting what people call the worker; empty for the name of the host
   * @param random makes the part that differs at every start
   */
  public static WorkerName atStart(String setting, RandomGenerator random) {
    String called = setting.isEmpty() ? hostName() : setting;
    return new WorkerName("%s@%08x".formatted(called, random.nextInt()));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "worker";
    }
  }
}
