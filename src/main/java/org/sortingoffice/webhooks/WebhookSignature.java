package org.sortingoffice.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of a webhook as Standard Webhooks 1.0 say: {@code v1,} and the base64 of
 * HMAC-SHA256 over id, moment and body with dots between; one for each secret, with spaces between.
 */
final class WebhookSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private WebhookSignature() {}

  /**
   * The value of {@code webhook-signature}.
   *
   * @param secrets the keys
   * @param id the value of {@code webhook-id}
   * @param timestamp the value of {@code webhook-timestamp}, seconds since 1970
   * @param body as it is sent, byte for byte
   */
  static String of(List<byte[]> secrets, String id, long timestamp, byte[] body) {
    byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + Base64.getEncoder().encodeToString(mac(secret, head, body)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] mac(byte[] secret, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException impossible) {
      // Every JVM has it (java.security, "Standard Names").
      throw new IllegalStateException(impossible);
    }
  }
}
