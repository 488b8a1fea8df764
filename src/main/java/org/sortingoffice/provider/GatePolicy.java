package org.sortingoffice.provider;

import java.time.Duration;

/**
 * How long the provider's gate stays closed. Each time is the wait after the first closing; it
 * doubles with every closing that follows without a good answer in between, up to its cap.
 *
 * @param breakerOpen after the provider was found ill
 * @param breakerCap the longest of these
 * @param blocked between two looks whether a block is over
 * @param blockedCap the longest of these
 */
public record GatePolicy(
    Duration breakerOpen, Duration breakerCap, Duration blocked, Duration blockedCap) {
  /** Contract 24: growing over consecutive 429s, capped at exponent 6, a second at least. */
  private static final long RATE_LIMIT_BASE = 1_000;

  private static final long RATE_LIMIT_CAP = 64_000;

  GateClosing rateLimited(ProviderFailure failure, boolean probe) {
    return closing(GateReason.RATE_LIMITED, RATE_LIMIT_BASE, RATE_LIMIT_CAP, failure, probe);
  }

  GateClosing blocked(ProviderFailure failure, boolean probe) {
    return closing(
        GateReason.PROVIDER_BLOCKED, blocked.toMillis(), blockedCap.toMillis(), failure, probe);
  }

  GateClosing ill(ProviderFailure failure, boolean probe) {
    return closing(
        GateReason.BREAKER_OPEN, breakerOpen.toMillis(), breakerCap.toMillis(), failure, probe);
  }

  private static GateClosing closing(
      GateReason reason, long base, long cap, ProviderFailure failure, boolean probe) {
    return new GateClosing(
        reason,
        base,
        cap,
        failure.waitAtLeastMillis(),
        failure.rawHint(),
        failure.getMessage(),
        probe);
  }
}
