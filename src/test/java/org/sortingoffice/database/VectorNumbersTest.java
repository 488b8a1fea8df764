package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bytes of a vector are its numbers, whoever reads them. */
class VectorNumbersTest {
  private static final float[] SPECIAL = {
    0f,
    1f,
    -1f,
    0.1f,
    -2.5f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE
  };

  @Test
  void theDatabaseShowsTheNumbersExactly() throws Exception {
    var database = TestDatabase.migratedDataSource("vectors");
    Random random = new Random(384);
    float[] numbers = new float[SPECIAL.length + 1_000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i < SPECIAL.length ? SPECIAL[i] : finite(random);
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(numbers);

    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement("select vector_numbers(?)")) {
      select.setBytes(1, bytes.array());
      ResultSet row = select.executeQuery();
      row.next();
      Float[] found = (Float[]) row.getArray(1).getArray();

      assertThat(found).hasSize(numbers.length);
      for (int i = 0; i < numbers.length; i++) {
        assertThat(found[i]).as("number %d", i).isEqualTo(numbers[i]);
      }
    }
  }

  private static float finite(Random random) {
    float number = Float.intBitsToFloat(random.nextInt());
    return Float.isFinite(number) ? number : 0.5f;
  }
}
