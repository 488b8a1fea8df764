package org.sortingoffice.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * What a browser loads besides the pages, each below an address that names its version, so that it
 * may be kept for ever.
 */
public final class Assets {
  /** Where all of them are. */
  static final String ROOT = "/console/assets/";

  private static final String OURS = "console/assets";
  private static final List<String> OUR_FILES = List.of("console.css", "console.js", "mark.svg");
  private static final int VERSION_LENGTH = 12;

  private final String ours;
  private final String htmx;
  private final String uplot;

  /** Finds the versions: of our files from what they hold, of the others from their jars. */
  public Assets() {
    this.ours = ROOT + digest() + "/";
    this.htmx = "htmx.org/" + version("htmx.org");
    this.uplot = "uplot/" + version("uplot");
  }

  /**
   * The folders on the class path by the addresses, ending in a slash, at which they are served.
   */
  Map<String, String> folders() {
    Map<String, String> folders = new LinkedHashMap<>();
    folders.put(ours, OURS);
    for (String library : List.of(htmx, uplot)) {
      folders.put(ROOT + library + "/", "META-INF/resources/webjars/" + library + "/dist");
    }
    return folders;
  }

  /** The address of one of our files. */
  public String ours(String file) {
    return ours + file;
  }

  /** The address of htmx. */
  public String htmx() {
    return ROOT + htmx + "/htmx.min.js";
  }

  /** The address of one of the files of uPlot. */
  public String uplot(String file) {
    return ROOT + uplot + "/" + file;
  }

  private static String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String file : OUR_FILES) {
        try (InputStream in = resource("/" + OURS + "/" + file)) {
          digest.update(in.readAllBytes());
        }
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_LENGTH);
    } catch (NoSuchAlgorithmException | IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static String version(String library) {
    Properties properties = new Properties();
    try (InputStream in =
        resource("/META-INF/maven/org.webjars.npm/" + library + "/pom.properties")) {
      properties.load(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return properties.getProperty("version");
  }

  private static InputStream resource(String name) {
    InputStream in = Assets.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException("The console's file " + name + " is not on the class path.");
    }
    return in;
  }
}
