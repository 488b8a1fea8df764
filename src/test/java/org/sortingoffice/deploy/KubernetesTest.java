package org.sortingoffice.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The manifests in deploy/kubernetes are what Kubernetes knows, and fit together and to the
 * application. No cluster is at hand here; each document is read into the class that fabric8
 * generates from the API's own schema, and a field that there is not fails.
 */
class KubernetesTest {
  private static final Path FOLDER = Path.of("deploy", "kubernetes");
  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Service", Service.class,
          "apps/v1/Deployment", Deployment.class,
          "batch/v1/Job", Job.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

  /** The default of management.port. */
  private static final String PORT_OF_HEALTH_WITHOUT_API = "9464";

  private static List<HasMetadata> all;

  @BeforeAll
  static void read() throws IOException {
    all = new ArrayList<>();
    ObjectMapper strict =
        new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new WithoutRoomForMore());
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.sorted().toList()) {
        try (Reader text = Files.newBufferedReader(file)) {
          for (Object loaded : new Load(LoadSettings.builder().build()).loadAllFromReader(text)) {
            JsonNode document = strict.valueToTree(loaded);
            String kind =
                document.path("apiVersion").asText() + "/" + document.path("kind").asText();
            assertThat(KINDS).as("%s: a kind that is known", file).containsKey(kind);
            all.add(strict.treeToValue(document, KINDS.get(kind)));
          }
        }
      }
    }
  }

  /** The generated classes keep what they do not know; here that is a mistake. */
  private static final class WithoutRoomForMore extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated setter) {
      return Boolean.FALSE;
    }
  }

  @Test
  void eachRoleHasItsDeploymentAndTheDatabaseIsMigratedByAJob() {
    assertThat(of(Deployment.class))
        .extracting(deployment -> deployment.getMetadata().getName())
        .containsExactly(
            "sorting-office-api", "sorting-office-housekeeping", "sorting-office-worker");
    assertThat(of(Job.class)).hasSize(1);
    assertThat(of(PodDisruptionBudget.class)).hasSize(2);
  }

  @Test
  void namesAreUniqueAndSelectorsFindTheirPods() {
    assertThat(all)
        .extracting(object -> object.getKind() + " " + object.getMetadata().getName())
        .doesNotHaveDuplicates();
    for (Deployment deployment : of(Deployment.class)) {
      assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
          .containsAllEntriesOf(deployment.getSpec().getSelector().getMatchLabels());
    }
    for (PodDisruptionBudget budget : of(PodDisruptionBudget.class)) {
      assertThat(podsWith(budget.getSpec().getSelector().getMatchLabels())).hasSize(1);
    }
    for (Service service : of(Service.class)) {
      List<PodTemplateSpec> pods = podsWith(service.getSpec().getSelector());
      assertThat(pods).hasSize(1);
      assertThat(office(pods.get(0)).getPorts())
          .extracting(port -> port.getName())
          .contains(service.getSpec().getPorts().get(0).getTargetPort().getStrVal());
    }
  }

  @Test
  void everyVariableIsASetting() throws IOException {
    Properties settings = new Properties();
    try (var file = Files.newBufferedReader(Path.of("application.properties"))) {
      settings.load(file);
    }
    List<String> known =
        settings.stringPropertyNames().stream()
            .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_'))
            .toList();

    for (PodTemplateSpec pod : pods()) {
      assertThat(office(pod).getEnv()).extracting(variable -> variable.getName()).isSubsetOf(known);
    }
    assertThat(of(ConfigMap.class).get(0).getData().keySet()).isSubsetOf(known);
  }

  @Test
  void everyPodMayDoLittleAndIsBounded() {
    for (PodTemplateSpec pod : pods()) {
      assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
      Container office = office(pod);
      assertThat(office.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
      assertThat(office.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
      assertThat(office.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
      assertThat(office.getResources().getLimits()).containsKey("memory");
      assertThat(office.getResources().getRequests()).containsKeys("cpu", "memory");
    }
  }

  @Test
  void aProcessIsNotKilledBeforeItHasGivenItsJobsBack() {
    int drain = Integer.parseInt(of(ConfigMap.class).get(0).getData().get("SHUTDOWN_SECONDS"));
    for (Deployment deployment : of(Deployment.class)) {
      assertThat(deployment.getSpec().getTemplate().getSpec().getTerminationGracePeriodSeconds())
          .isGreaterThanOrEqualTo(drain + 15L);
    }
  }

  @Test
  void probesAskAtThePortThatIsServed() {
    for (Deployment deployment : of(Deployment.class)) {
      Container office = office(deployment.getSpec().getTemplate());
      assertThat(
              List.of(
                  office.getStartupProbe(), office.getLivenessProbe(), office.getReadinessProbe()))
          .extracting(probe -> probe.getHttpGet().getPath())
          .containsExactly("/health/live", "/health/live", "/health/ready");
      boolean api = deployment.getMetadata().getName().endsWith("-api");
      assertThat(office.getPorts().get(0).getContainerPort())
          .hasToString(
              api
                  ? of(ConfigMap.class).get(0).getData().get("HTTP_PORT")
                  : PORT_OF_HEALTH_WITHOUT_API);
    }
  }

  private static List<PodTemplateSpec> pods() {
    return Stream.concat(
            of(Deployment.class).stream().map(deployment -> deployment.getSpec().getTemplate()),
            of(Job.class).stream().map(job -> job.getSpec().getTemplate()))
        .toList();
  }

  private static List<PodTemplateSpec> podsWith(Map<String, String> labels) {
    return pods().stream()
        .filter(pod -> pod.getMetadata().getLabels().entrySet().containsAll(labels.entrySet()))
        .toList();
  }

  private static Container office(PodTemplateSpec pod) {
    return pod.getSpec().getContainers().get(0);
  }

  private static <T extends HasMetadata> List<T> of(Class<T> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
