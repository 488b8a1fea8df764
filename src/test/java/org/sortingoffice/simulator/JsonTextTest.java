package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\"quoted\" \\ \n\r\t\u0001", "Où 📦?", "\0"})
  void isReadBackAsItWas(String text) {
    String json = JsonText.quote(new StringBuilder(), text).toString();
    assertThat(RunningSimulator.parse(json).textValue()).isEqualTo(text);
  }

  @Test
  void aLoneSurrogateBecomesItsEscape() {
    assertThat(JsonText.quote(new StringBuilder(), "a\ud83d").toString()).isEqualTo("\"a\\ud83d\"");
  }
}
