package org.sortingoffice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          postgres://ann:secret@db.example:6432/tickets                   | jdbc:postgresql://db.example:6432/tickets                  | ann     | secret
          postgresql://ann:secret@db.example/tickets                      | jdbc:postgresql://db.example/tickets                       | ann     | secret
          jdbc:postgresql://db.example:5432/tickets?user=ann&password=s3  | jdbc:postgresql://db.example:5432/tickets                  | ann     | s3
          jdbc:postgresql://db.example/t?user=ann&ssl=true&password=s3    | jdbc:postgresql://db.example/t?ssl=true                    | ann     | s3
          postgres://ann@db.example/tickets                               | jdbc:postgresql://db.example/tickets                       | ann     | ""
          postgres://ann%40corp:p%40ss%2Fw%25rd+1@db.example/tickets      | jdbc:postgresql://db.example/tickets                       | ann@corp| p@ss/w%rd+1
          postgres://ann:a:b:c@db.example/tickets                         | jdbc:postgresql://db.example/tickets                       | ann     | a:b:c
          postgres://ann:half@way@db.example/tickets                      | jdbc:postgresql://db.example/tickets                       | ann     | half@way
          postgres://ann:s@[::1]:5433/tickets                             | jdbc:postgresql://[::1]:5433/tickets                       | ann     | s
          postgres://ann:s@a:5432,b:5433/tickets                          | jdbc:postgresql://a:5432,b:5433/tickets                    | ann     | s
          postgres://ann:s@db/t?sslmode=require&application_name=x%20y    | jdbc:postgresql://db/t?sslmode=require&ApplicationName=x+y | ann     | s
          postgres://ann:s@db/t?connect_timeout=5                         | jdbc:postgresql://db/t?connectTimeout=5                    | ann     | s
          postgres://ann:Gr%C3%BC%C3%9Fe@db/t                             | jdbc:postgresql://db/t                                     | ann     | Grüße
          """)
  void readsWhatPeopleWrite(String given, String jdbcUrl, String user, String password) {
    assertThat(DatabaseAddress.parse(" " + given + "\n"))
        .isEqualTo(new DatabaseAddress(jdbcUrl, user, password));
  }

  @Test
  void withoutAUserItIsTheOperatingSystems() {
    assertThat(DatabaseAddress.parse("postgres://localhost/tickets").user())
        .isEqualTo(System.getProperty("user.name"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "db.example:5432/hunter2",
        "mysql://ann:hunter2@db.example/tickets",
        "jdbc:postgresql:tickets?password=hunter2",
        "postgres://ann:hunter2@db.example",
        "postgres://ann:hunter2@db.example/",
        "postgres://ann:hunter2@/tickets",
        "postgres://ann:hunter2@db.example:port/tickets",
        "postgres://ann:hunter2@db.example:543210/tickets",
        "postgres://ann:hunter2%zz@db.example/tickets",
        "postgres://ann:hunter2%@db.example/tickets",
        "postgres://ann:hunter2#x@db.example/tickets",
        "postgres://ann:hunter2/x@db.example/tickets",
        "postgres://ann:hunter2?x@db.example/tickets",
      })
  void refusesOtherFormsWithoutRepeatingThePassword(String given) {
    assertThatExceptionOfType(DatabaseStartFailure.class)
        .isThrownBy(() -> DatabaseAddress.parse(given))
        .withMessageStartingWith(
            "DATABASE_URL must look like postgres://user:password@host:5432/database")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"))
        .withNoCause();
  }

  @Test
  void showsEverythingButThePassword() {
    DatabaseAddress address = DatabaseAddress.parse("postgres://ann:hunter2@db:5432/tickets");
    assertThat(address).hasToString("jdbc:postgresql://db:5432/tickets as ann");
    assertThat(address.hostAndPort()).isEqualTo("db:5432");
    assertThat(address.database()).isEqualTo("tickets");
  }

  @Test
  void keepsServerCredentialsAndOptionsForAnotherDatabase() {
    DatabaseAddress address =
        DatabaseAddress.parse("postgres://ann:hunter2@db:5432/tickets?ssl=true");
    assertThat(address.withDatabase("other one"))
        .isEqualTo(
            new DatabaseAddress(
                "jdbc:postgresql://db:5432/other%20one?ssl=true", "ann", "hunter2"));
    assertThat(address.withDatabase("other one").database()).isEqualTo("other one");
  }
}
