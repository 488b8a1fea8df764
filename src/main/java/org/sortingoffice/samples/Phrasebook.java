package org.sortingoffice.samples;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What is written in one language: a file of {@code samples/}, where the signs are explained.
 *
 * @param values what may stand in a place, by the place's name
 * @param greetings how a text begins
 * @param closings how it ends, before the name
 * @param extras sentences that fit into every text
 * @param reply what support answers
 * @param tickets the texts themselves
 */
record Phrasebook(
    Map<String, List<String>> values,
    List<String> greetings,
    List<String> closings,
    List<String> extras,
    String reply,
    List<TicketTemplate> tickets) {

  static Phrasebook of(Language language) {
    String file = "samples/" + language.code() + ".yaml";
    try (InputStream in = Phrasebook.class.getClassLoader().getResourceAsStream(file)) {
      Object tree = new Load(LoadSettings.builder().setLabel(file).build()).loadFromInputStream(in);
      return new ObjectMapper().convertValue(tree, Phrasebook.class);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
