package org.sortingoffice.groupsql;

import java.lang.reflect.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How the array of a parameter goes over the line. Texts are the largest part of a batch, and the
 * server reads the text form of an array character by character; in binary form it takes them as
 * they are. What has no binary form here goes as an array of texts, and the cast in the statement
 * has the server read each.
 */
enum ElementType {
  BIGINT("int8", Long.class, Set.of("bigint", "int8")) {
    @Override
    Object exact(Object value) {
      return value instanceof Long || value instanceof Integer || value instanceof Short
          ? (Object) ((Number) value).longValue()
          : null;
    }
  },

  INTEGER("int4", Integer.class, Set.of("integer", "int", "int4")) {
    @Override
    Object exact(Object value) {
      return value instanceof Integer || value instanceof Short
          ? (Object) ((Number) value).intValue()
          : null;
    }
  },

  BOOLEAN("bool", Boolean.class, Set.of("boolean", "bool")) {
    @Override
    Object exact(Object value) {
      return value instanceof Boolean ? value : null;
    }
  },

  BYTES("bytea", byte[].class, Set.of("bytea")) {
    @Override
    Object exact(Object value) {
      return value instanceof byte[] ? value : null;
    }
  },

  /** All others. */
  TEXT("text", String.class, Set.of()) {
    @Override
    Object exact(Object value) {
      return value instanceof String ? value : null;
    }
  };

  private final String name;
  private final Class<?> type;
  private final Set<String> casts;

  ElementType(String name, Class<?> type, Set<String> casts) {
    this.name = name;
    this.type = type;
    this.casts = casts;
  }

  /**
   * The one for what a parameter is cast to.
   *
   * @param cast the type of an element, such as {@code bigint}
   */
  static ElementType ofCast(String cast) {
    String wanted = cast.toLowerCase(Locale.ROOT);
    for (ElementType type : values()) {
      if (type.casts.contains(wanted)) {
        return type;
      }
    }
    return TEXT;
  }

  /** The value in this type without a change of meaning, or null when it has none in it. */
  abstract Object exact(Object value);

  /**
   * The value as an element: of this type, or, where that would change it, as text, so that the
   * server decides whether it can be one.
   */
  Object element(Object value, ElementText text) {
    if (value == null) {
      return null;
    }
    Object exact = exact(value);
    return exact == null ? text.of(value) : exact;
  }

  /** The array of one parameter: of this type if all its elements are, otherwise of texts. */
  java.sql.Array array(Connection connection, List<ParameterRow> rows, int place, ElementText text)
      throws SQLException {
    ElementType common = isOfAll(rows, place) ? this : TEXT;
    Object[] elements = (Object[]) Array.newInstance(common.type, rows.size());
    for (int i = 0; i < elements.length; i++) {
      Object element = rows.get(i).elements().get(place);
      elements[i] = common == this ? element : text.of(element);
    }
    return connection.createArrayOf(common.name, elements);
  }

  private boolean isOfAll(List<ParameterRow> rows, int place) {
    for (ParameterRow row : rows) {
      Object element = row.elements().get(place);
      if (element != null && !type.isInstance(element)) {
        return false;
      }
    }
    return true;
  }
}
