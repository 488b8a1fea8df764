package org.sortingoffice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of the real routes in which one step is another: where {@code provider-call} makes its HTTP
 * request there is a bean that gives the answer. All around it stays: the lease, the gate, the
 * budget, the circuit breaker, the judgement of the answer.
 */
final class BenchRoutes {
  private static final String FIRST = "                    - to:\n                        id: post\n";
  private static final String AFTER = "                    - process:\n                        id: check-response\n";
  private static final String INSTEAD =
      "                    - bean:\n"
          + "                        id: post\n"
          + "                        description: The benchmark's answer instead of an HTTP request\n"
          + "                        ref: inProcessProvider\n";

  private BenchRoutes() {}

  /**
   * Makes the copy.
   *
   * @param writers how many group-sql writers each statement has; 0 leaves the routes' own
   */
  static Path copy(Path from, Path to, int writers) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(from)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      String text = Files.readString(file);
      if (file.endsWith("kamelets/provider-call.kamelet.yaml")) {
        text = withoutRequest(text);
      }
      if (writers > 0) {
        text = text.replaceAll("writers: \\d+", "writers: " + writers);
      }
      Path target = to.resolve(from.relativize(file));
      Files.createDirectories(target.getParent());
      Files.writeString(target, text);
    }
    return to;
  }

  private static String withoutRequest(String kamelet) {
    int start = kamelet.indexOf(FIRST);
    int end = kamelet.indexOf(AFTER);
    if (start < 0 || end < start) {
      throw new BenchmarkFailure(
          "provider-call.kamelet.yaml has changed: the step `post` is not found before"
              + " `check-response`. Bring BenchRoutes up to date.");
    }
    return kamelet.substring(0, start) + INSTEAD + kamelet.substring(end);
  }
}
