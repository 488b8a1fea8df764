package org.sortingoffice.intake;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names the content of a request body: {@code v1:} and the SHA-256, in lower-case hex, of its
 * canonical JSON (contract 7). Two bodies have one fingerprint exactly when they mean the same.
 *
 * <p>Fingerprints are stored for as long as jobs are. Whoever changes the canonical form must raise
 * the version, or every replay across that change looks like another body.
 */
public final class Fingerprint {

  private static final String VERSION = "v1:";

  private final CanonicalJson canonical = new CanonicalJson();
  private final HexFormat hex = HexFormat.of();

  /**
   * The fingerprint of this tree.
   *
   * @param body a tree without lone surrogates, as {@link TicketReader} lets none pass
   */
  public String of(JsonNode body) {
    return VERSION + hex.formatHex(sha256().digest(canonical.bytes(body)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform must have SHA-256", e);
    }
  }
}
