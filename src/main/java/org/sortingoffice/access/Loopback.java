package org.sortingoffice.access;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What only this machine itself can reach. */
public final class Loopback {
  private Loopback() {}

  /**
   * Whether listening there keeps everybody else out. A name that cannot be resolved does not.
   *
   * @param host a name or an address
   */
  public static boolean is(String host) {
    if (host.isEmpty()) {
      // Java takes it for this machine, servers for all addresses.
      return false;
    }
    try {
      InetAddress[] all = InetAddress.getAllByName(host);
      for (InetAddress address : all) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  /** Whether this is one of the names of this machine, without asking a name server. */
  static boolean isNamed(String host) {
    String bare =
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    return bare.equals("localhost")
        || bare.endsWith(".localhost")
        || bare.equals("::1")
        || bare.matches("127(\\.[0-9]{1,3}){3}");
  }
}
