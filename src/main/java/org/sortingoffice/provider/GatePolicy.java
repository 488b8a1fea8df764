package org.sortingoffice.provider;

import java.time.Duration;
import org.sortingoffice.jobs.Lease;

/**
 * How long the provider's gate stays closed. Each time is the wait after the first closing; it
 * doubles with every closing that follows without a good answer in between, up to its cap.
 *
 * @param rateLimited after the provider asked to slow down
 * @param rateLimitedCap the longest of these
 * @param breakerOpen after the provider was found ill
 * @param breakerCap the longest of these
 * @param blocked between two looks whether a block is over
 * @param blockedCap the longest of these
 */
public record GatePolicy(
    Duration rateLimited,
    Duration rateLimitedCap,
    Duration breakerOpen,
    Duration breakerCap,
    Duration blocked,
    Duration blockedCap) {

  /** With the waits after a rate limit that contract 24 states: a second, up to 64. */
  public GatePolicy(
      Duration breakerOpen, Duration breakerCap, Duration blocked, Duration blockedCap) {
    this(
        Duration.ofSeconds(1),
        Duration.ofSeconds(64),
        breakerOpen,
        breakerCap,
        blocked,
        blockedCap);
  }

  GateClosing rateLimited(ProviderFailure failure, Lease probe) {
    return closing(
        GateReason.RATE_LIMITED,
        rateLimited.toMillis(),
        rateLimitedCap.toMillis(),
        failure,
        failure.getMessage(),
        probe);
  }

  GateClosing blocked(ProviderBlocked failure, Lease probe) {
    return closing(
        GateReason.PROVIDER_BLOCKED,
        blocked.toMillis(),
        blockedCap.toMillis(),
        failure,
        failure.getMessage() + ": " + failure.advice(),
        probe);
  }

  GateClosing ill(ProviderFailure failure, Lease probe) {
    return closing(
        GateReason.BREAKER_OPEN,
        breakerOpen.toMillis(),
        breakerCap.toMillis(),
        failure,
        failure.getMessage(),
        probe);
  }

  private static GateClosing closing(
      GateReason reason, long base, long cap, ProviderFailure failure, String told, Lease probe) {
    return new GateClosing(
        reason, base, cap, failure.waitAtLeastMillis(), failure.rawHint(), told, probe);
  }
}
