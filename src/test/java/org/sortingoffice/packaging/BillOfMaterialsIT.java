package org.sortingoffice.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is built says of itself what it is made of, and looks the same whenever it is built. */
class BillOfMaterialsIT {
  private static final Path JAR = Path.of(System.getProperty("sorting-office.jar"));

  @Test
  void theBillListsExactlyTheJarsThatComeAlong() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(JAR.resolveSibling("bom.json").toFile());
    Set<String> listed = new TreeSet<>();
    for (JsonNode component : bill.path("components")) {
      listed.add(
          component.path("name").asText() + "-" + component.path("version").asText() + ".jar");
      assertThat(component.path("purl").asText()).startsWith("pkg:maven/");
      assertThat(component.path("hashes")).as(component.path("name").asText()).isNotEmpty();
    }

    try (Stream<Path> lib = Files.list(JAR.resolveSibling("lib"))) {
      assertThat(listed)
          .isEqualTo(
              lib.map(file -> file.getFileName().toString())
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bill.path("serialNumber").isMissingNode()).as("nothing by chance").isTrue();
  }

  /** .ci/reproducible compares two builds; this finds what would make them differ, at once. */
  @Test
  void nothingInTheJarTellsWhenOrWhereItWasBuilt() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Set<Long> times = new TreeSet<>();
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        times.add(entry.getTime());
        if (entry.getName().matches(".*\\.(properties|MF|json|xml|yaml)")) {
          assertThat(new String(jar.getInputStream(entry).readAllBytes(), "UTF-8"))
              .as(entry.getName())
              .doesNotContain(JAR.toAbsolutePath().getParent().toString());
        }
      }
      assertThat(times).as("the moments of its files").hasSize(1);
    }
  }
}
