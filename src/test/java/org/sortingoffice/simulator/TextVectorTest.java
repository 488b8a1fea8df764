package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextVectorTest {
  private final TextVector vectors = new TextVector(new Chance(42));

  @ParameterizedTest
  @ValueSource(strings = {"Parcel lost", "x", "!", "Où est mon colis ? 📦"})
  void haveLengthOne(String text) {
    float[] vector = vectors.of(text, 384);
    assertThat(vector).hasSize(384);
    assertThat(product(vector, vector)).isCloseTo(1, within(1e-6));
  }

  @Test
  void areTheSameForTheSameTextAndSeed() {
    assertThat(vectors.of("Parcel lost", 384))
        .isEqualTo(new TextVector(new Chance(42)).of("Parcel lost", 384))
        .isNotEqualTo(vectors.of("Parcel lost!", 384))
        .isNotEqualTo(new TextVector(new Chance(43)).of("Parcel lost", 384));
  }

  @Test
  void lieCloserTheMoreWordsTheirTextsShare() {
    float[] text = vectors.of("my parcel is lost", 384);
    double near = product(text, vectors.of("my parcel is late", 384));
    double far = product(text, vectors.of("wrong invoice for March", 384));
    assertThat(near).isGreaterThan(far + 0.3);
  }

  @ParameterizedTest
  @ValueSource(floats = {0, 1, -1, 0.5f, -0.25f, 0.0123456f, -0.00123456f, 0.000123456f, 1e-9f})
  void areWrittenWithSevenDigits(float number) {
    String json = TextVector.write(new StringBuilder(), new float[] {number, 0}).toString();
    String written = json.substring(1, json.indexOf(','));
    assertThat(Double.parseDouble(written)).isCloseTo(number, within(1e-7));
    assertThat(written).matches("-?\\d\\.\\d+");
  }

  private static double product(float[] one, float[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (double) one[i] * other[i];
    }
    return sum;
  }
}
