package org.sortingoffice.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import org.apache.camel.Variable;

/** Answers to embedding calls, good ones and odd ones. */
public final class VectorAnswers {
  private final TextVector vectors;

  VectorAnswers(TextVector vectors) {
    this.vectors = vectors;
  }

  /** The vectors as asked for. */
  public String asAsked(@Variable("call") Call call) {
    return list(call, call.request().dimensions(), call.request().base64(), null);
  }

  /** Vectors with another number of members; none at all for 0. */
  public String sized(@Variable("call") Call call, int dimensions) {
    return dimensions == 0 ? envelope(call, "") : list(call, dimensions, false, null);
  }

  /** Vectors as base64 text, whatever was asked for. */
  public String base64(@Variable("call") Call call) {
    return list(call, call.request().dimensions(), true, null);
  }

  /** Vectors whose first member is the given JSON text. */
  public String withMember(@Variable("call") Call call, String member) {
    return list(call, call.request().dimensions(), false, member);
  }

  /** Vectors of zeros. */
  public String zeros(@Variable("call") Call call) {
    String zeros = "0.0,".repeat(call.request().dimensions() - 1) + "0.0";
    return envelope(call, "{\"object\":\"embedding\",\"index\":0,\"embedding\":[" + zeros + "]}");
  }

  private String list(Call call, int dimensions, boolean base64, String member) {
    StringBuilder data = new StringBuilder(dimensions * 12 + 80);
    List<String> inputs = call.request().inputs();
    for (int i = 0; i < inputs.size(); i++) {
      data.append(i == 0 ? "" : ",")
          .append("{\"object\":\"embedding\",\"index\":")
          .append(i)
          .append(",\"embedding\":");
      float[] vector = vectors.of(inputs.get(i), dimensions);
      int start = data.length();
      if (base64) {
        data.append('"').append(base64(vector)).append('"');
      } else {
        TextVector.write(data, vector);
      }
      if (member != null) {
        data.replace(start + 1, data.indexOf(",", start), member);
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
