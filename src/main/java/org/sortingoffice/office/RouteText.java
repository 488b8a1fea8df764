package org.sortingoffice.office;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/** The text of the route files, to tell people where in it something is wrong. */
final class RouteText {
  private final CamelContext context;
  private final String patterns;

  /**
   * @param context finds files by pattern
   * @param patterns the patterns of the files, divided by commas
   */
  RouteText(CamelContext context, String patterns) {
    this.context = context;
    this.patterns = patterns;
  }

  /**
   * File and line of the first place that holds this text: {@code routes/steps/embed.camel.yaml,
   * line 12}.
   */
  Optional<String> placeOf(String text) {
    for (String pattern : patterns.split(",")) {
      try {
        for (Resource file :
            PluginHelper.getPackageScanResourceResolver(context).findResources(pattern)) {
          Optional<String> place = placeIn(file, text);
          if (place.isPresent()) {
            return place;
          }
        }
      } catch (Exception unreadable) {
        // The failure that is being explained says more than one met while explaining it.
      }
    }
    return Optional.empty();
  }

  private static Optional<String> placeIn(Resource file, String text) throws IOException {
    try (BufferedReader reader = new BufferedReader(file.getReader())) {
      int number = 1;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.contains(text)) {
          return Optional.of(nameOf(file.getLocation()) + ", line " + number);
        }
        number++;
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    return Optional.empty();
  }

  /** A resource location as people name it, without its scheme. */
  static String nameOf(String location) {
    return location.replaceFirst("^(file|classpath):", "");
  }
}
