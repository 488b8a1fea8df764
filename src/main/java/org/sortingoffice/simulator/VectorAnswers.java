package org.sortingoffice.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import org.apache.camel.Variable;

/** Answers to embedding calls, good ones and odd ones. */
public final class VectorAnswers {
  private static final int MOST_DIMENSIONS = 100_000;

  private final TextVector vectors;

  VectorAnswers(TextVector vectors) {
    this.vectors = vectors;
  }

  /** The vectors as asked for. */
  public String asAsked(@Variable("call") Call call) {
    return list(call, call.request().dimensions(), call.request().base64(), null);
  }

  /** Vectors with {@code dimensions} (1536) members; no vector at all for 0. */
  public String sized(@Variable("call") Call call) {
    int dimensions = (int) Math.min(MOST_DIMENSIONS, call.mode().number("dimensions", 1536));
    return dimensions <= 0 ? envelope(call, "") : list(call, dimensions, false, null);
  }

  /** Vectors as base64 text, whatever was asked for. */
  public String base64(@Variable("call") Call call) {
    return list(call, call.request().dimensions(), true, null);
  }

  /**
   * Vectors with something in them that is not a number: by {@code form}, {@code null} or the text
   * {@code "NaN"} (string) as the first member, or zeros throughout.
   */
  public String spoilt(@Variable("call") Call call) {
    int dimensions = call.request().dimensions();
    return switch (call.text("form", "null")) {
      case "zeros" -> zeros(call, dimensions);
      case "string" -> list(call, dimensions, false, "\"NaN\"");
      default -> list(call, dimensions, false, "null");
    };
  }

  private static String zeros(Call call, int dimensions) {
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < call.request().inputs().size(); i++) {
      begin(data, i);
      TextVector.write(data, new float[dimensions]).append('}');
    }
    return envelope(call, data);
  }

  private static void begin(StringBuilder data, int index) {
    data.append(index == 0 ? "" : ",")
        .append("{\"object\":\"embedding\",\"index\":")
        .append(index)
        .append(",\"embedding\":");
  }

  private String list(Call call, int dimensions, boolean base64, String member) {
    StringBuilder data = new StringBuilder(dimensions * 12 + 80);
    List<String> inputs = call.request().inputs();
    for (int i = 0; i < inputs.size(); i++) {
      begin(data, i);
      float[] vector = vectors.of(inputs.get(i), dimensions);
      int start = data.length();
      if (base64) {
        data.append('"').append(base64(vector)).append('"');
      } else {
        TextVector.write(data, vector);
      }
      if (member != null) {
        int comma = data.indexOf(",", start);
        data.replace(start + 1, comma < 0 ? data.length() - 1 : comma, member);
      }
      data.append('}');
    }
    return envelope(call, data);
  }

  private static String envelope(Call call, CharSequence data) {
    int tokens = call.request().promptTokens();
    call.row().used(tokens, 0);
    StringBuilder out =
        new StringBuilder(data.length() + 160)
            .append("{\"object\":\"list\",\"data\":[")
            .append(data);
    JsonText.quote(out.append("],\"model\":"), call.model())
        .append(",\"usage\":{\"prompt_tokens\":")
        .append(tokens);
    return out.append(",\"total_tokens\":").append(tokens).append("}}").toString();
  }

  private static String base64(float[] vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float number : vector) {
      bytes.putFloat(number);
    }
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
