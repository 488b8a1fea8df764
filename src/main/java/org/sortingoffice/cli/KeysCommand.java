package org.sortingoffice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sortingoffice.access.KeyRegister;
import org.sortingoffice.access.Role;
import org.sortingoffice.access.Secret;
import org.sortingoffice.office.Foundations;
import org.sortingoffice.office.Settings;
import org.sortingoffice.office.StartupFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Makes, lists and revokes API keys, straight in the database: whoever can reach that needs no key.
 */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes, lists and revokes API keys in the database of DATABASE_URL, otherwise the embedded one in ./data (DATA_DIR).",
      "An office that is running on it notices within a second or so. From the first key on nobody may do anything without one.",
      "Roles: ticket:write sends tickets and looks at one by its id, ops:read looks at everything, ops:write retries, cancels"
          + " and redrives, too."
    })
final class KeysCommand {
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

  @Spec private CommandSpec spec;

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description =
          "Makes a key and prints it, once: only its hash is kept. The key alone goes to the standard output.")
  int create(
      @Option(
              names = "--name",
              required = true,
              paramLabel = "NAME",
              description =
                  "Who it is for. It stands as the operator wherever something was done with it.")
          String name,
      @Option(
              names = "--role",
              required = true,
              paramLabel = "ROLE",
              description = "ticket:write, ops:read or ops:write; repeat it for more.")
          List<String> labels) {
    CommandSpec create = spec.subcommands().get("create").getCommandSpec();
    if (!KeyRegister.isName(name)) {
      throw new ParameterException(
          create.commandLine(),
          "A name is 1 to 64 letters, digits and . _ @ -, begins with a letter or digit, and is not \"anyone\".");
    }
    Set<Role> roles = roles(labels, create);
    return withKeys(
        keys -> {
          Secret key = keys.create(name, roles);
          PrintWriter err = create.commandLine().getErr();
          err.println(
              "The key of %s (%s). It is shown this once; keep it where secrets are kept."
                  .formatted(name, labels(roles)));
          err.flush();
          create.commandLine().getOut().println(key.text());
          return ExitCode.OK;
        });
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Shows all keys: their names and roles, not the keys themselves.")
  int list(@Option(names = "--json", description = "As JSON, for programs.") boolean asJson) {
    PrintWriter out = spec.subcommands().get("list").getOut();
    return withKeys(
        keys -> {
          List<KeyRegister.Entry> entries = keys.list();
          if (asJson) {
            out.println(json(entries));
          } else if (entries.isEmpty()) {
            out.println(
                "There are no keys: whoever reaches the office may do everything. Make one with keys create.");
          } else {
            table(entries).print(out);
          }
          return ExitCode.OK;
        });
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = "Ends a key and the console sessions that were opened with it.")
  int revoke(@Parameters(paramLabel = "NAME", description = "The name of the key.") String name) {
    CommandSpec revoke = spec.subcommands().get("revoke").getCommandSpec();
    return withKeys(
        keys -> {
          if (!keys.revoke(name)) {
            revoke
                .commandLine()
                .getErr()
                .println(
                    "There is no key named %s that could be revoked; keys list shows all."
                        .formatted(name));
            return ExitCode.SOFTWARE;
          }
          PrintWriter out = revoke.commandLine().getOut();
          out.println("The key of %s is revoked.".formatted(name));
          if (keys.list().stream().noneMatch(entry -> entry.revokedAt() == null)) {
            out.println("It was the last one: nobody gets in until another is made.");
          }
          return ExitCode.OK;
        });
  }

  private static Set<Role> roles(List<String> labels, CommandSpec create) {
    Set<Role> roles = new LinkedHashSet<>();
    for (String label : labels) {
      roles.add(
          Role.parse(label)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          create.commandLine(),
                          "There is no role \"%s\"; the roles are %s."
                              .formatted(label, labels(Set.of(Role.values()))))));
    }
    return roles;
  }

  private static String labels(Set<Role> roles) {
    return Stream.of(Role.values())
        .filter(roles::contains)
        .map(Role::label)
        .collect(Collectors.joining(", "));
  }

  private static TextTable table(List<KeyRegister.Entry> entries) {
    TextTable table = new TextTable("NAME", "ROLES", "CREATED", "BY", "LAST USED", "REVOKED");
    for (KeyRegister.Entry entry : entries) {
      table.row(
          entry.name(),
          labels(entry.roles()),
          minute(entry.createdAt()),
          entry.createdBy(),
          minute(entry.lastUsedAt()),
          entry.revokedAt() == null ? "" : minute(entry.revokedAt()) + " by " + entry.revokedBy());
    }
    return table;
  }

  private static String minute(OffsetDateTime at) {
    return at == null ? "" : MINUTE.format(at.withOffsetSameInstant(ZoneOffset.UTC)) + " UTC";
  }

  private static String json(List<KeyRegister.Entry> entries) {
    ArrayNode all = new ObjectMapper().createArrayNode();
    for (KeyRegister.Entry entry : entries) {
      ObjectNode one = all.addObject().put("name", entry.name());
      entry.roles().stream().sorted().map(Role::label).forEach(one.putArray("roles")::add);
      one.put("created_at", iso(entry.createdAt()))
          .put("created_by", entry.createdBy())
          .put("last_used_at", iso(entry.lastUsedAt()))
          .put("revoked_at", iso(entry.revokedAt()))
          .put("revoked_by", entry.revokedBy());
    }
    return all.toPrettyString();
  }

  private static String iso(OffsetDateTime at) {
    return at == null ? null : at.toInstant().toString();
  }

  private interface Work {
    int on(KeyRegister keys) throws SQLException;
  }

  private static int withKeys(Work work) {
    LogToStandardError.begin();
    Settings settings = Settings.read(Map.of("database.pool.size", "2"));
    try (Foundations foundations = Foundations.ofSharedDatabase(settings)) {
      String operator = "command-line:" + System.getProperty("user.name", "unknown");
      return work.on(new KeyRegister(foundations.database(), new SecureRandom(), operator));
    } catch (KeyRegister.NameTaken taken) {
      throw new StartupFailure(
          taken.getMessage() + " Take another name, or revoke that one first.", taken);
    } catch (SQLException failure) {
      throw new StartupFailure(
          "The database refused: "
              + String.valueOf(failure.getMessage()).lines().findFirst().orElse(""),
          failure);
    }
  }
}
