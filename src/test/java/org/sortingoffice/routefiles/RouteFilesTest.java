package org.sortingoffice.routefiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.docs.Guide;

/** What would start and then do something else than meant is refused, with file and line. */
class RouteFilesTest {
  private static final String STEP = "steps/translate.camel.yaml";

  @TempDir Path above;
  private Path folder;
  private final CamelContext context = new DefaultCamelContext();

  @BeforeEach
  void followTheGuide() throws IOException {
    Guide guide = new Guide();
    // A folder above may have any name.
    folder = above.resolve("steps/routes");
    Files.createDirectories(folder.resolve("steps"));
    Files.createDirectories(folder.resolve("kamelets"));
    try (Stream<Path> kamelets = Files.list(Path.of("routes/kamelets"))) {
      for (Path kamelet : kamelets.toList()) {
        Files.copy(kamelet, folder.resolve("kamelets").resolve(kamelet.getFileName()));
      }
    }
    Files.createDirectories(folder.resolve("worker"));
    Files.writeString(
        folder.resolve("worker/nothing.camel.yaml"),
        "- route:\n    id: nothing\n    from:\n      uri: direct:nothing\n      steps: []\n");
    Files.copy(
        Path.of("routes/worker/save-result.camel.yaml"),
        folder.resolve("worker/save-result.camel.yaml"));
    Files.writeString(folder.resolve(guide.file()), guide.yaml());
  }

  @Test
  void theFileOfTheGuideIsGood() {
    assertThatCode(() -> check("translate")).doesNotThrowAnyException();
  }

  @Test
  void theCopiesInTheJarAreReadAlike() {
    RouteFiles packed =
        RouteFiles.read(
            context,
            "classpath:routes/steps/*.camel.yaml,classpath:routes/worker/save-result.camel.yaml",
            "classpath:routes/kamelets");

    assertThat(packed.paths())
        .hasSize(4)
        .anyMatch(path -> path.endsWith("routes/steps/classify.camel.yaml"));
    assertThatCode(
            () -> {
              packed.checkSteps(List.of("classify"), step -> false);
              packed.checkReferences(name -> true, name -> true, (bean, method) -> true);
            })
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "id: step-translate | 1 | The route has no id",
        "id: translate-text | 25 | The step \"bean\" has no id",
        "id: step-translate => id: step-other | 2 | step-translate",
        "uri: direct:step-translate => uri: direct:step-other | 8 | direct:step-translate",
        "expression: translate => expression: classify | 15 | saved for that step",
        "name: step => name: stop | 2 | does not set the variable step",
        "ref: stepResults => ref: nobody | 38 | no bean called \"nobody\"",
        "method: text => method: txt | 39 | The bean \"stepResults\" has no method \"txt\"",
        "direct:save-result => direct:save | 42 | No route begins with \"direct:save\"",
        "kamelet:provider-chat => kamelet:provider | 31 | no kamelet called \"provider\"",
        "maxTokens: 2000 => maxtokens: 2000 | 35 | takes no parameter \"maxtokens\"",
        "model: \"{{translate.model:small-chat-v1}}\" => responseFormat: json_object | 31 | needs the parameter \"model\"",
        "{{translate.model:small-chat-v1}} => {{no.such.setting}} | 33 | no.such.setting",
        "Answer with => Answer {{no.such.setting}} | 22 | no.such.setting",
      })
  void whatDoesNotFitIsRefusedWithItsLine(String change, int line, String said) throws IOException {
    change(change);

    assertRefused(STEP + ", line " + line + ": ", said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- from:\n    uri: direct:step-translate\n    steps: []\n",
        "- route:\n    id: x\n    from: direct:x\n",
        "- route:\n    id: x\n    from:\n      uri: direct:x\n    steps: []\n",
        "- route:\n    id: x\n    from:\n      uri: direct:x\n      steps:\n        - to: direct:y\n",
        "- route:\n    id: x\n    from:\n      uri: direct:x\n      steps:\n        - stop\n",
        "- route:\n    id: x\n    from:\n      uri: direct:x\n      steps:\n        - setBody:\n            id: s\n            simple: hm\n",
        "- route:\n    id: x\n    from:\n      uri: direct:x\n      steps:\n        - setBody:\n            id: s\n            expression:\n              simple: hm\n",
        "- route:\n    id: x\n    from:\n      uri: direct:x\n      steps:\n        - choice:\n            id: c\n            when:\n              - id: w\n                simple: hm\n                steps: []\n"
      })
  void aShortFormThatKaotoDoesNotDrawIsRefused(String text) throws IOException {
    Files.writeString(folder.resolve("steps/more.camel.yaml"), text);

    assertRefused("steps/more.camel.yaml, line ");
  }

  @Test
  void anIdThatIsTakenIsRefusedWithBothPlaces() throws IOException {
    copyTo("steps/zz.camel.yaml");

    assertRefused("steps/zz.camel.yaml, line 2: ", STEP + ", line 2;", "step-translate");
  }

  @Test
  void anUnknownRouteConfigurationIsRefused() throws IOException {
    change("description: The ticket in English => routeConfigurationId: job-failure");

    assertRefused(STEP + ", line 3: ", "job-failure");
  }

  @Test
  void aFileWhoseNameIsNoStepsIsRefused() throws IOException {
    Files.move(folder.resolve(STEP), folder.resolve("steps/Über.camel.yaml"));

    assertRefused("steps/Über.camel.yaml: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Translate", "translate it", "2nd", "a__b", "a_", "x,y", "a-b", "ä"})
  void aNameThatIsNoStepsIsRefused(String name) {
    assertRefusedFor(name, "TICKET_STEPS", "\"" + name + "\"");
  }

  @Test
  void aStepWithoutARouteIsRefusedWithTheFileToWrite() {
    assertThatThrownBy(() -> check("translate", "sum_up"))
        .isInstanceOf(RouteFileFault.class)
        .hasMessageContainingAll("TICKET_STEPS", "direct:step-sum_up", "steps/sum-up.camel.yaml");
  }

  @Test
  void aStepThatIsNamedTwiceIsRefused() {
    assertThatThrownBy(() -> check("translate", "translate"))
        .isInstanceOf(RouteFileFault.class)
        .hasMessageContaining("twice");
  }

  @Test
  void aPolicyInTheFileAndInTheSettingsIsRefused() throws IOException {
    String bean = "- beans:\n    - name: redelivery-translate\n      type: x.Y\n";
    Path file = folder.resolve(STEP);
    Files.writeString(file, bean + Files.readString(file));

    assertThatThrownBy(() -> read().checkSteps(List.of("translate"), step -> true))
        .isInstanceOf(RouteFileFault.class)
        .hasMessageContainingAll(STEP + ", line 2: ", "translate.retry");
  }

  private void assertRefused(String... parts) {
    assertRefusedFor("translate", parts);
  }

  private void assertRefusedFor(String step, String... parts) {
    assertThatThrownBy(() -> check(step))
        .isInstanceOf(RouteFileFault.class)
        .satisfies(
            fault -> {
              assertThat(fault.getMessage()).contains(parts);
              assertThat(fault.getMessage().lines()).hasSize(1);
            });
  }

  private void check(String... steps) {
    RouteFiles files = read();
    files.checkSteps(List.of(steps), step -> false);
    files.checkReferences(
        name -> !name.startsWith("no."),
        name -> !name.equals("nobody"),
        (bean, method) -> !method.equals("txt"));
  }

  private RouteFiles read() {
    return RouteFiles.read(
        context,
        "file:" + folder + "/steps/*.camel.yaml,file:" + folder + "/worker/*.camel.yaml",
        "file:" + folder + "/kamelets");
  }

  private void copyTo(String file) throws IOException {
    Files.copy(folder.resolve(STEP), folder.resolve(file));
  }

  /** {@code this => that}, or a line to take out. */
  private void change(String change) throws IOException {
    String[] parts = change.split(" => ");
    Path file = folder.resolve(STEP);
    String text = Files.readString(file);
    String from = parts.length == 1 ? parts[0].strip() + "\n" : parts[0].strip();
    assertThat(text).contains(from);
    Files.writeString(
        file,
        text.replaceFirst(
            Pattern.quote(from), parts.length == 1 ? "note: none\n" : parts[1].strip()));
  }
}
