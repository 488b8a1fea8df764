package org.sortingoffice.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Every moment that decides something is the database's clock, so that a process whose clock is
 * minutes off, or jumps, behaves as all others do (field case Q45).
 *
 * <p>{@code WorkerBeans} hands the system's clock to the reader of Retry-After dates, which asks it
 * only when an answer does not say what time the provider has.
 */
@AnalyzeClasses(packages = "org.sortingoffice", importOptions = DoNotIncludeTests.class)
class WallClockTest {
  private static final String[] NOT_IN_AN_OFFICE = {
    "..simulator..", "..burst..", "..demo..", "..samples..", "..experiment..", "..cli.."
  };

  @ArchTest
  static final ArchRule nobodyAsksWhatTimeOfDayItIs =
      noClasses()
          .that()
          .resideOutsideOfPackages(NOT_IN_AN_OFFICE)
          .and()
          .doNotHaveSimpleName("WorkerBeans")
          .should()
          .callMethodWhere(
              target(nameMatching("currentTimeMillis|now|system|systemUTC|systemDefaultZone"))
                  .and(
                      target(
                          owner(
                              JavaClass.Predicates.belongToAnyOf(
                                  System.class,
                                  java.time.Instant.class,
                                  java.time.InstantSource.class,
                                  java.time.Clock.class,
                                  java.time.LocalDateTime.class,
                                  java.time.LocalDate.class,
                                  java.time.OffsetDateTime.class,
                                  java.time.ZonedDateTime.class)))));

  @ArchTest
  static final ArchRule nobodyMakesADateOfNow =
      noClasses()
          .that()
          .resideOutsideOfPackages(NOT_IN_AN_OFFICE)
          .should()
          .callConstructor(java.util.Date.class);
}
