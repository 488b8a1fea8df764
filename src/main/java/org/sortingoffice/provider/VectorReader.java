package org.sortingoffice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/**
 * Reads an embedding: a list of numbers, or the same as base64 of little-endian 32-bit floats,
 * which some providers send whatever was asked for.
 */
final class VectorReader {
  private final int dimensions;

  /**
   * @param dimensions how many numbers were asked for
   */
  VectorReader(int dimensions) {
    this.dimensions = dimensions;
  }

  /**
   * The vector.
   *
   * @throws InvalidAnswer when it is none, or not of finite numbers, or all of them are zero
   * @throws WrongDimension when it has another length
   */
  float[] read(JsonNode embedding) {
    float[] vector = embedding.isTextual() ? decoded(embedding) : listed(embedding);
    if (isAllZeros(vector)) {
      throw new InvalidAnswer("the embedding is all zeros");
    }
    return vector;
  }

  private static boolean isAllZeros(float[] vector) {
    for (float number : vector) {
      if (number != 0) {
        return false;
      }
    }
    return true;
  }

  private float[] listed(JsonNode numbers) {
    if (!numbers.isArray()) {
      throw new InvalidAnswer("the answer holds no embedding");
    }
    checkLength(numbers.size());
    float[] vector = new float[dimensions];
    for (int i = 0; i < dimensions; i++) {
      vector[i] = checked(numbers.get(i).isNumber() ? numbers.get(i).floatValue() : Float.NaN);
    }
    return vector;
  }

  private float[] decoded(JsonNode text) {
    ByteBuffer bytes = bytes(text.textValue()).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() % Float.BYTES != 0) {
      throw new InvalidAnswer("the embedding is neither a list of numbers nor base64 of floats");
    }
    checkLength(bytes.remaining() / Float.BYTES);
    float[] vector = new float[dimensions];
    for (int i = 0; i < dimensions; i++) {
      vector[i] = checked(bytes.getFloat());
    }
    return vector;
  }

  private static ByteBuffer bytes(String base64) {
    try {
      return ByteBuffer.wrap(Base64.getDecoder().decode(base64.strip()));
    } catch (IllegalArgumentException notBase64) {
      throw new InvalidAnswer("the embedding is neither a list of numbers nor base64 of floats");
    }
  }

  private void checkLength(int found) {
    if (found != dimensions) {
      throw new WrongDimension(found, dimensions);
    }
  }

  private static float checked(float number) {
    if (!Float.isFinite(number)) {
      throw new InvalidAnswer("the embedding holds something that is not a number");
    }
    return number;
  }
}
