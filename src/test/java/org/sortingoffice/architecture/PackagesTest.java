package org.sortingoffice.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom. The picture in words stands in docs/architecture.md. */
@AnalyzeClasses(
    packages = "org.sortingoffice",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {
  @ArchTest
  static final ArchRule packagesReachOnlyDownwards =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("main")
          .definedBy("org.sortingoffice")
          .layer("cli")
          .definedBy("..cli..")
          .layer("demo")
          .definedBy("..demo..")
          .layer("burst")
          .definedBy("..burst..")
          .layer("experiment")
          .definedBy("..experiment..")
          .layer("samples")
          .definedBy("..samples..")
          .layer("office")
          .definedBy("..office..")
          .layer("api")
          .definedBy("..api..")
          .layer("watch")
          .definedBy("..watch..")
          .layer("console")
          .definedBy("..console..")
          .layer("intake")
          .definedBy("..intake..")
          .layer("kafka")
          .definedBy("..kafka..")
          .layer("access")
          .definedBy("..access..")
          .layer("http")
          .definedBy("..http..")
          .layer("steps")
          .definedBy("..steps..")
          .layer("outbox")
          .definedBy("..outbox..")
          .layer("webhooks")
          .definedBy("..webhooks..")
          .layer("provider")
          .definedBy("..provider..")
          .layer("jobs")
          .definedBy("..jobs..")
          .layer("routefiles")
          .definedBy("..routefiles..")
          .layer("groupsql")
          .definedBy("..groupsql..")
          .layer("database")
          .definedBy("..database..")
          .layer("tracing")
          .definedBy("..tracing..")
          .layer("simulator")
          .definedBy("..simulator..")
          .whereLayer("main")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("cli")
          .mayOnlyBeAccessedByLayers("main")
          .whereLayer("samples")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("demo")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("burst")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("experiment")
          .mayOnlyBeAccessedByLayers("demo", "burst")
          .whereLayer("office")
          .mayOnlyBeAccessedByLayers("cli", "demo", "burst")
          .whereLayer("api")
          .mayOnlyBeAccessedByLayers("office", "console", "cli")
          .whereLayer("watch")
          .mayOnlyBeAccessedByLayers("office")
          .whereLayer("console")
          .mayOnlyBeAccessedByLayers("office")
          .whereLayer("intake")
          .mayOnlyBeAccessedByLayers("office", "api", "kafka", "cli", "samples")
          .whereLayer("kafka")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("http")
          .mayOnlyBeAccessedByLayers(
              "office", "api", "watch", "console", "kafka", "intake", "access")
          .whereLayer("access")
          .mayOnlyBeAccessedByLayers("office", "cli", "console")
          .whereLayer("steps")
          .mayOnlyBeAccessedByLayers("office", "samples")
          .whereLayer("webhooks")
          .mayOnlyBeAccessedByLayers("office")
          .whereLayer("outbox")
          .mayOnlyBeAccessedByLayers("office", "kafka", "webhooks")
          .whereLayer("provider")
          .mayOnlyBeAccessedByLayers("office", "steps", "samples", "webhooks")
          .whereLayer("jobs")
          .mayOnlyBeAccessedByLayers("office", "provider", "steps", "samples", "burst", "webhooks")
          .whereLayer("routefiles")
          .mayOnlyBeAccessedByLayers("office")
          .whereLayer("groupsql")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("database")
          .mayOnlyBeAccessedByLayers("office", "cli", "demo", "burst", "samples", "access")
          .whereLayer("tracing")
          .mayOnlyBeAccessedByLayers("office", "http", "intake", "jobs", "kafka", "provider")
          .whereLayer("simulator")
          .mayOnlyBeAccessedByLayers("office", "cli", "demo", "burst");

  @ArchTest
  static final ArchRule packagesHaveNoCircles =
      slices().matching("org.sortingoffice.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule namesSayWhatClassesDo =
      classes()
          .should()
          .haveNameNotMatching(".*(Utils?|Manager|Impl|Helper)")
          .because("a name in the field's terms tells more");

  @ArchTest
  static final ArchRule staticsHoldNoState =
      fields().that().areStatic().and().doNotHaveName("$VALUES").should().beFinal();
}
