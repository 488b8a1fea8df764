package org.sortingoffice.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which methods the server takes at a path, for the Allow header (RFC 9110, section 10.2.1). */
final class TakenMethods {

  /** The names of the methods, sorted; none when nothing is at this path. */
  Set<String> at(String path, List<Route> routes) {
    Set<String> names = new TreeSet<>();
    routes.stream()
        .filter(route -> route.methods() != null && isAt(path, route))
        .flatMap(route -> route.methods().stream())
        .map(HttpMethod::name)
        .forEach(names::add);
    return names;
  }

  /** As Vert.x Web matches it: {@code :name} is one segment, one slash at the end may be there. */
  private static boolean isAt(String path, Route route) {
    String pattern = route.getPath();
    if (pattern == null) {
      return false;
    }
    if (!route.isExactPath()) {
      return path.startsWith(pattern);
    }
    boolean moreSlash = path.endsWith("/") && !pattern.endsWith("/");
    String[] asked = (moreSlash ? path.substring(0, path.length() - 1) : path).split("/", -1);
    String[] wanted = pattern.split("/", -1);
    if (wanted.length != asked.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      boolean any = wanted[i].startsWith(":") && !asked[i].isEmpty();
      if (!any && !wanted[i].equals(asked[i])) {
        return false;
      }
    }
    return true;
  }
}
