package org.sortingoffice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All that was measured, by name, one value for each round. Kept in a file, so that a part can be
 * measured again without all the rest.
 */
final class Figures {
  private final Map<String, List<Double>> values = new LinkedHashMap<>();
  private final Path file;

  private Figures(Path file) {
    this.file = file;
  }

  static Figures in(Path file) throws IOException {
    Figures figures = new Figures(file);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split("\t");
        for (int i = 1; i < words.length; i++) {
          figures.of(words[0]).add(Double.parseDouble(words[i]));
        }
      }
    }
    return figures;
  }

  /** What was measured before under these names counts no more. */
  void forget(List<String> names) {
    values.keySet().removeAll(names);
  }

  void add(String name, double value) throws IOException {
    of(name).add(value);
    List<String> lines = new ArrayList<>();
    values.forEach(
        (each, all) -> {
          StringBuilder line = new StringBuilder(each);
          all.forEach(one -> line.append('\t').append(String.format(Locale.ROOT, "%.4f", one)));
          lines.add(line.toString());
        });
    Files.write(file, lines);
  }

  Sample sample(String name) {
    return new Sample(values.getOrDefault(name, List.of()));
  }

  /** The ratio of two within each round: what the machine did to one it did to the other. */
  Sample ratio(String name, String to) {
    List<Double> left = values.getOrDefault(name, List.of());
    List<Double> right = values.getOrDefault(to, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      ratios.add(left.get(i) / right.get(i));
    }
    return new Sample(ratios);
  }

  /** The sum of two within each round. */
  Sample sum(String name, String and) {
    List<Double> left = values.getOrDefault(name, List.of());
    List<Double> right = values.getOrDefault(and, List.of());
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      sums.add(left.get(i) + right.get(i));
    }
    return new Sample(sums);
  }

  private List<Double> of(String name) {
    return values.computeIfAbsent(name, absent -> new ArrayList<>());
  }
}
