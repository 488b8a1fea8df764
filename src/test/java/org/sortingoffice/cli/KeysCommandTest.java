package org.sortingoffice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sortingoffice.database.DatabaseAddress;
import org.sortingoffice.database.TestDatabase;
import org.sortingoffice.testing.TestRows;

/** Keys as a person makes, lists and revokes them. */
class KeysCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private TestRows rows;

  @BeforeEach
  void useADatabaseOfItsOwn(TestInfo test) {
    DatabaseAddress address =
        TestDatabase.fresh("keys_command_" + Integer.toHexString(test.getDisplayName().hashCode()));
    rows = new TestRows(TestDatabase.dataSource(address));
    System.setProperty("database.url", address.jdbcUrl());
    System.setProperty("database.user", address.user());
    System.setProperty("database.password", address.password());
  }

  @AfterEach
  void forgetIt() {
    System.clearProperty("database.url");
    System.clearProperty("database.user");
    System.clearProperty("database.password");
  }

  @Test
  void aKeyIsShownOnceAloneAndOnlyItsHashIsKept() {
    assertThat(keys("create", "--name", "shop", "--role", "ticket:write", "--role", "ops:read"))
        .isZero();

    String key = out.toString().strip();
    assertThat(key).matches("so_[A-Za-z0-9_-]{43}");
    assertThat(err.toString()).contains("The key of shop (ticket:write, ops:read)");
    assertThat(
            rows.value(
                "select key_sha256 = sha256(convert_to(?, 'UTF8')) and roles = '{ticket:write,ops:read}'"
                    + " from api_keys where name = 'shop'",
                key))
        .isEqualTo(true);
    assertThat(
            rows.value(
                "select action || ' ' || subject || ' ' || details::text from audit where operator like 'command-line:%'"))
        .isEqualTo("key_created shop {\"roles\": [\"ticket:write\", \"ops:read\"]}");

    out.getBuffer().setLength(0);
    assertThat(keys("list")).isZero();
    assertThat(out.toString())
        .contains("shop", "ticket:write, ops:read", "command-line:")
        .doesNotContain(key, key.substring(3, 20));
  }

  @Test
  void aNameIsGivenOnceAtATime() throws IOException {
    assertThat(keys("create", "--name", "shop", "--role", "ops:read")).isZero();
    assertThat(keys("create", "--name", "shop", "--role", "ops:read")).isEqualTo(1);
    assertThat(err.toString()).contains("There is a key named shop already.");

    assertThat(keys("revoke", "shop")).isZero();
    assertThat(out.toString())
        .contains("The key of shop is revoked.", "It was the last one: nobody gets in");
    assertThat(keys("revoke", "shop")).isEqualTo(1);
    assertThat(err.toString()).contains("There is no key named shop that could be revoked");
    assertThat(keys("create", "--name", "shop", "--role", "ops:write")).isZero();

    out.getBuffer().setLength(0);
    assertThat(keys("list", "--json")).isZero();
    JsonNode all = new ObjectMapper().readTree(out.toString());
    assertThat(all).hasSize(2);
    assertThat(all.get(0).path("revoked_at").isNull()).isTrue();
    assertThat(all.get(1).path("revoked_by").asText()).startsWith("command-line:");
    assertThat(rows.count("audit where action = 'key_revoked' and subject = 'shop'")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "anyone", "Anyone", "a b", "command-line:root", "-x", "<b>", "\u00e4"})
  void aNameThatCouldBeTakenForSomethingElseIsRefused(String name) {
    assertThat(keys("create", "--name=" + name, "--role", "ops:read")).isEqualTo(2);

    assertThat(err.toString()).contains("A name is 1 to 64 letters, digits");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void anUnknownRoleIsRefusedInOneLine() {
    assertThat(keys("create", "--name", "shop", "--role", "admin")).isEqualTo(2);

    assertThat(err.toString().lines())
        .containsExactly(
            "There is no role \"admin\"; the roles are ticket:write, ops:read, ops:write.",
            "See sorting-office keys create --help.");
  }

  @Test
  void whatWasDoneStaysOnRecord() {
    keys("create", "--name", "shop", "--role", "ops:read");

    for (String change :
        List.of("update audit set operator = 'x'", "delete from audit", "truncate audit")) {
      assertThat(refused(change)).contains("neither changed nor deleted");
    }
    assertThat(rows.count("audit")).isEqualTo(1);
  }

  private String refused(String change) {
    try {
      rows.change(change);
      return "it was done";
    } catch (IllegalStateException refusal) {
      return refusal.getCause().getMessage();
    }
  }

  private int keys(String... arguments) {
    List<String> all = new ArrayList<>(List.of("keys"));
    all.addAll(List.of(arguments));
    return SortingOfficeCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }
}
