package org.sortingoffice.groupsql;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.camel.RuntimeCamelException;

/**
 * A member of an object by its name, as in {@code ${body.name}}: the public method {@code name()},
 * {@code getName()} or {@code isName()}, looked for once in each class. Simple finds the same, but
 * takes microseconds and kilobytes to call it every time.
 */
final class Member {
  private static final MethodType FROM_OBJECT = MethodType.methodType(Object.class, Object.class);

  private final List<String> methods;
  private final ClassValue<Optional<MethodHandle>> accessors =
      new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> type) {
          return accessor(type);
        }
      };

  Member(String name) {
    String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    methods = List.of(name, "get" + capital, "is" + capital);
  }

  /** Whether the object has a plain accessor of this name; otherwise only Simple knows. */
  boolean isPlainIn(Object owner) {
    return accessors.get(owner.getClass()).isPresent();
  }

  /**
   * The member's value.
   *
   * @throws RuntimeException what the accessor throws, wrapped if it is checked
   */
  Object of(Object owner) {
    try {
      return (Object) accessors.get(owner.getClass()).orElseThrow().invokeExact(owner);
    } catch (Throwable thrown) {
      throw RuntimeCamelException.wrapRuntimeCamelException(thrown);
    }
  }

  private Optional<MethodHandle> accessor(Class<?> type) {
    for (String name : methods) {
      List<Method> named =
          Arrays.stream(type.getMethods()).filter(method -> method.getName().equals(name)).toList();
      if (named.size() == 1) {
        return handle(named.get(0));
      }
      if (named.size() > 1) {
        // Simple has rules for choosing among several.
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Optional<MethodHandle> handle(Method method) {
    if (method.getParameterCount() > 0 || method.getReturnType() == void.class) {
      return Optional.empty();
    }
    try {
      return Optional.of(MethodHandles.publicLookup().unreflect(method).asType(FROM_OBJECT));
    } catch (IllegalAccessException notPublic) {
      return Optional.empty();
    }
  }
}
