package org.sortingoffice.cli.desk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which office, and with which key. */
final class OfficeOptions {
  private static final String KEY_VARIABLE = "SORTING_OFFICE_KEY";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${env:SORTING_OFFICE_URL:-http://localhost:8080}",
      description =
          "Where the office listens; ${DEFAULT-VALUE} when not given (SORTING_OFFICE_URL).")
  private URI url;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "A file with the API key; otherwise it is taken from the environment, SORTING_OFFICE_KEY.")
  private Path keyFile;

  OfficeClient client() {
    String scheme = url.getScheme();
    if (url.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new ParameterException(
          spec.commandLine(), "--url is an address such as http://localhost:8080.");
    }
    return new OfficeClient(url, key());
  }

  private Optional<String> key() {
    String text = keyFile == null ? System.getenv(KEY_VARIABLE) : read(keyFile);
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    String key = text.strip();
    if (!key.matches("[!-~]+")) {
      throw new ParameterException(
          spec.commandLine(), "What should be the API key is not one line of visible characters.");
    }
    return Optional.of(key);
  }

  private String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new ParameterException(
          spec.commandLine(), "The key file cannot be read: " + failure.getMessage());
    }
  }
}
