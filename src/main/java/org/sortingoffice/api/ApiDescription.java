package org.sortingoffice.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The description of the API (OpenAPI 3.1): docs/api/openapi.yaml as JSON, and the page that shows
 * it to people. The document is turned into JSON when somebody asks for it first.
 */
public final class ApiDescription {
  private static final String DOCUMENT = "/docs/api/openapi.yaml";
  private static final String PAGE = "/description/page.html";

  private final DescriptionAssets assets;
  private byte[] json;

  /**
   * @param assets what the page links to
   */
  public ApiDescription(DescriptionAssets assets) {
    this.assets = assets;
  }

  /** The document, as JSON in UTF-8. */
  public synchronized byte[] json() {
    if (json == null) {
      try (InputStream yaml = ApiDescription.class.getResourceAsStream(DOCUMENT)) {
        json =
            new ObjectMapper()
                .writeValueAsBytes(
                    new Load(LoadSettings.builder().build()).loadFromInputStream(yaml));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(DOCUMENT + " cannot be read", unreadable);
      }
    }
    return json;
  }

  /** The page, as HTML in UTF-8. */
  public byte[] page() {
    try (InputStream page = ApiDescription.class.getResourceAsStream(PAGE)) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{ours}", assets.ours())
          .replace("{library}", assets.library())
          .getBytes(StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(PAGE + " cannot be read", unreadable);
    }
  }
}
