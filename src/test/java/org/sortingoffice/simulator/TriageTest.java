package org.sortingoffice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TriageTest {
  private final Triage triage =
      new Triage(SettingsFile.read("triage.properties", Path.of(""), Map.of()));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Invoice charged twice          | billing   | 2",
        "Rechnung doppelt               | billing   | 2",
        "Where is my parcel?            | delivery  | 3",
        "Mon colis est perdu            | delivery  | 2",
        "The app shows an error         | technical | 2",
        "I cannot log in: password      | account   | 2",
        "I want to exchange my shoes    | returns   | 3",
        "Hacked! Urgent, password stolen| account   | 1",
        "A question and many thanks     | general   | 4",
        "Hello                          | general   | 3"
      })
  void readsTeamAndPriorityOutOfTheWords(String subject, String team, int priority) {
    assertThat(triage.read(new Ticket(subject, ""))).isEqualTo(new Triage.Finding(team, priority));
  }

  @Test
  void markersChangeNothing() {
    assertThat(triage.read(new Ticket("Where is my parcel? [sim:outage@embed]", "")))
        .isEqualTo(triage.read(new Ticket("Where is my parcel?", "")));
  }

  @Test
  void aReplyNamesTheSubject() {
    assertThat(triage.reply(new Ticket("Where is my parcel?", "It is late.")))
        .contains("\"Where is my parcel?\"")
        .contains("courier");
  }

  @Test
  void aTicketIsFoundInThePrompt() {
    assertThat(Ticket.in("<ticket>\nSubject: Lost\n\nWhere is it?\n</ticket>"))
        .isEqualTo(new Ticket("Lost", "Where is it?"));
    assertThat(Ticket.in("Subject: Lost\n\nWhere is it?"))
        .isEqualTo(new Ticket("Lost", "Where is it?"));
    assertThat(Ticket.in("Where is it?")).isEqualTo(new Ticket("Where is it?", "Where is it?"));
  }
}
