package org.sortingoffice.access;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who asks.
 *
 * @param name the name of the key, or {@link #ANYONE}
 * @param roles what the key allows
 */
public record Operator(String name, Set<Role> roles) {
  /** Everybody, in an office without keys. */
  public static final String ANYONE = "anyone";

  public Operator {
    roles = Set.copyOf(roles);
  }

  static Operator anyone() {
    return new Operator(ANYONE, EnumSet.allOf(Role.class));
  }

  /** The roles that this operator may act in, as they are written. */
  List<String> allowed() {
    return Stream.of(Role.values()).filter(this::may).map(Role::label).toList();
  }

  /** Whether the roles allow what this role allows. */
  public boolean may(Role role) {
    return roles.contains(role) || (role == Role.OPS_READ && roles.contains(Role.OPS_WRITE));
  }
}
