package org.sortingoffice.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignatureTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

  /** Made with: openssl dgst -sha256 -mac HMAC -macopt hexkey:.. -binary | base64. */
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  @TempDir Path folder;

  @Test
  void aSignatureIsTheOneThatAnyStandardWebhooksLibraryMakes() {
    assertThat(sign(WebhookSecrets.of(SECRET))).isEqualTo(SIGNATURE);
  }

  @Test
  void whileASecretIsExchangedThereIsASignatureOfEach() throws Exception {
    String other = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    Path file = folder.resolve("secrets");
    Files.writeString(file, SECRET + "\n");
    WebhookSecrets secrets = WebhookSecrets.inFile(file);
    assertThat(sign(secrets)).isEqualTo(SIGNATURE);

    Files.writeString(file, other + "\n" + SECRET + "\n");
    assertThat(sign(secrets).split(" ")).hasSize(2).contains(SIGNATURE);

    Files.writeString(file, "half a sec");
    assertThat(sign(secrets)).as("the last good ones stay in use").contains(SIGNATURE);

    Files.writeString(file, other);
    assertThat(sign(secrets)).doesNotContain(SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_",
        "whsec_dG9vIHNob3J0",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!!",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_second"
      })
  void whatIsNoSecretIsRefusedAndNotQuoted(String text) {
    assertThatThrownBy(() -> WebhookSecrets.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("24 to 64 bytes in base64")
        .hasMessageNotContaining("MfKQ9")
        .hasMessageNotContaining("second");
    assertThat(WebhookSecrets.of(SECRET)).hasToString("1 secrets that are not shown");
  }

  private static String sign(WebhookSecrets secrets) {
    return WebhookSignature.of(secrets.now(), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, BODY);
  }
}
