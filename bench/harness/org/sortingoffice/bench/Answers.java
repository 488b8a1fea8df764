package org.sortingoffice.bench;

import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the provider answers in the benchmark: of a believable size, the same every time. */
final class Answers {
  static final int DIMENSIONS = 384;

  static final String CLASSIFY =
      chat("{\\\"team\\\":\\\"delivery\\\",\\\"priority\\\":2}", 180, 12);

  static final String DRAFT =
      chat(
          "Hello,\\n\\nThank you for writing to us about your parcel. I am sorry that it has not reached you yet."
              + " I have looked up the shipment: it left our warehouse and is with the carrier. I have asked them where"
              + " it is and will write to you again as soon as they answer, at the latest tomorrow. If it does not"
              + " arrive this week, you can choose between a replacement and your money back.\\n\\nKind regards,\\n"
              + "Customer support",
          210,
          96);

  static final String EMBEDDING = embedding();

  private Answers() {}

  private static String chat(String content, int promptTokens, int completionTokens) {
    return """
        {"id":"chatcmpl-1","object":"chat.completion","model":"small-chat-v1","choices":[{"index":0,\
        "message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}],\
        "usage":{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d}}"""
        .formatted(content, promptTokens, completionTokens, promptTokens + completionTokens);
  }

  private static String embedding() {
    Random random = new Random(384);
    String vector =
        IntStream.range(0, DIMENSIONS)
            .mapToObj(i -> String.format(Locale.ROOT, "%.6f", random.nextGaussian() / 20))
            .collect(Collectors.joining(","));
    return """
        {"object":"list","model":"embed-small-384-v1","data":[{"object":"embedding","index":0,"embedding":[%s]}],\
        "usage":{"prompt_tokens":60,"total_tokens":60}}"""
        .formatted(vector);
  }
}
