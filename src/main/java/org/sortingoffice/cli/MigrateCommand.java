package org.sortingoffice.cli;

import java.util.concurrent.Callable;
import org.sortingoffice.office.Foundations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Brings the database up to date and ends. */
@Command(
    name = "migrate",
    mixinStandardHelpOptions = true,
    description = "Brings the database (DATABASE_URL, or the embedded one) up to date and ends.")
final class MigrateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try (Foundations foundations = Foundations.ofDatabaseOnly()) {
      spec.commandLine()
          .getOut()
          .println("The database is up to date: " + foundations.describeDatabase());
    }
    return 0;
  }
}
