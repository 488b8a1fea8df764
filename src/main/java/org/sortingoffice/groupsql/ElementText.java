package org.sortingoffice.groupsql;

import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.Iterator;
import org.apache.camel.TypeConverter;

/**
 * Writes a value as text. The server reads it by the type that the statement casts to, so that
 * every type with a text form works.
 *
 * <p>Bytes become the text of a {@code bytea}, in hex. An array or a collection becomes the text of
 * an array, {@code {1,2}}. PostgreSQL has no array of arrays of different lengths: the statement
 * takes such a parameter as {@code text[]} and casts each row's element.
 */
final class ElementText {
  private final TypeConverter converter;
  private final HexFormat hex = HexFormat.of();

  /**
   * @param converter makes text of what is neither text, number, truth, moment nor array
   */
  ElementText(TypeConverter converter) {
    this.converter = converter;
  }

  /**
   * The value as text; null stays null.
   *
   * @throws org.apache.camel.TypeConversionException when the value cannot be written as text
   */
  String of(Object value) {
    return value == null ? null : text(value);
  }

  private static boolean isBare(Object value) {
    return value instanceof Number || value instanceof Boolean;
  }

  private String text(Object value) {
    if (value instanceof CharSequence || isBare(value)) {
      return value.toString();
    }
    if (value instanceof ZonedDateTime moment) {
      return moment.toOffsetDateTime().toString();
    }
    // A java.sql.Date or Time has no instant, but writes itself as SQL does.
    if (value instanceof Date moment && value.getClass().getPackageName().equals("java.util")) {
      return moment.toInstant().toString();
    }
    if (value instanceof java.sql.Timestamp moment) {
      return moment.toInstant().toString();
    }
    if (value instanceof java.time.temporal.TemporalAccessor || value instanceof Date) {
      return value.toString();
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof byte[] bytes) {
      return "\\x" + hex.formatHex(bytes);
    }
    if (value instanceof float[] numbers) {
      return braced(numbers);
    }
    if (value instanceof double[] numbers) {
      return array(Arrays.stream(numbers).boxed().iterator());
    }
    if (value instanceof int[] numbers) {
      return array(Arrays.stream(numbers).boxed().iterator());
    }
    if (value instanceof long[] numbers) {
      return array(Arrays.stream(numbers).boxed().iterator());
    }
    if (value instanceof Object[] elements) {
      return array(Arrays.asList(elements).iterator());
    }
    if (value instanceof Collection<?> elements) {
      return array(elements.iterator());
    }
    return converter.convertTo(String.class, value);
  }

  private static String braced(float[] numbers) {
    StringBuilder array = new StringBuilder(numbers.length * 12 + 2).append('{');
    for (int i = 0; i < numbers.length; i++) {
      array.append(i == 0 ? "" : ",").append(numbers[i]);
    }
    return array.append('}').toString();
  }

  private String array(Iterator<?> elements) {
    StringBuilder array = new StringBuilder().append('{');
    while (elements.hasNext()) {
      array.append(member(elements.next())).append(elements.hasNext() ? "," : "");
    }
    return array.append('}').toString();
  }

  private String member(Object value) {
    if (value == null) {
      return "NULL";
    }
    return isBare(value)
        ? value.toString()
        : '"' + text(value).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
