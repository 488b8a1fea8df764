package org.sortingoffice.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The customers C-0001 to C-0400, the same for every seed. Some write much more than others. */
final class Customers {
  static final int COUNT = 400;

  /** Without a common divisor with the count: the busy ones lie all over the numbers. */
  private static final int STRIDE = 147;

  private final List<Customer> all = new ArrayList<>(COUNT);

  Customers(Map<Language, Phrasebook> phrasebooks) {
    Random random = new Random(COUNT);
    for (int number = 1; number <= COUNT; number++) {
      Language language = Language.draw(random);
      Map<String, List<String>> values = phrasebooks.get(language).values();
      all.add(
          new Customer(
              "C-%04d".formatted(number),
              language,
              any(values.get("firstname"), random),
              any(values.get("lastname"), random)));
    }
  }

  /** One by chance. The square makes one in twenty tickets come from the busiest customer. */
  Customer draw(Random random) {
    double chance = random.nextDouble();
    int rank = (int) (chance * chance * COUNT);
    return all.get((rank * STRIDE + STRIDE) % COUNT);
  }

  private static String any(List<String> names, Random random) {
    return names.get(random.nextInt(names.size()));
  }
}
