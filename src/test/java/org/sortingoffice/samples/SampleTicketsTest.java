package org.sortingoffice.samples;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract 36: a believable mix, the same one for the same seed. */
class SampleTicketsTest {
  private static final List<String> CATEGORIES =
      List.of("billing", "delivery", "technical", "account", "returns", "general");

  @Test
  void theSameSeedGivesTheSameTickets() {
    assertThat(tickets(7, 500)).isEqualTo(tickets(7, 500));
  }

  @Test
  void fewTicketsAreTheFirstOfMany() {
    assertThat(tickets(7, 500).subList(0, 100)).isEqualTo(tickets(7, 100));
  }

  @Test
  void anotherSeedGivesOtherTickets() {
    Set<String> some = bodies(tickets(1, 500));
    assertThat(bodies(tickets(2, 500))).doesNotContainAnyElementsOf(some);
  }

  // Each has passed the API's own reader, or there would be an exception.
  @Test
  void aThousandTicketsDoNotLookCopied() {
    List<SampleTicket> tickets = tickets(42, 1_000);

    assertThat(bodies(tickets)).hasSizeGreaterThan(990);
    assertThat(tickets.stream().map(ticket -> ticket.request().subject()).collect(toSet()))
        .hasSizeGreaterThan(450);
  }

  @Test
  void allLanguagesAndCategoriesOccurAndNoneIsRare() {
    List<SampleTicket> tickets = tickets(42, 1_000);

    assertThat(tickets.stream().collect(groupingBy(SampleTicket::language, counting())))
        .hasSize(Language.values().length)
        .allSatisfy((language, count) -> assertThat(count).isGreaterThan(30));
    assertThat(tickets.stream().collect(groupingBy(SampleTicket::category, counting())))
        .containsOnlyKeys(CATEGORIES)
        .allSatisfy((category, count) -> assertThat(count).isGreaterThan(80));
  }

  @Test
  void customersAre400AndSomeWriteMuchMoreThanOthers() {
    Map<String, Long> counts =
        tickets(42, 10_000).stream()
            .collect(groupingBy(ticket -> ticket.request().customerId(), counting()));

    assertThat(counts.keySet()).allMatch(id -> id.matches("C-0[0-3]\\d\\d|C-0400"));
    assertThat(counts).doesNotContainKey("C-0000").hasSizeGreaterThan(390);
    List<Long> sorted = counts.values().stream().sorted().toList();
    long median = sorted.get(sorted.size() / 2);
    long busiest = sorted.get(sorted.size() - 1);
    assertThat(busiest).isGreaterThan(10 * median);
  }

  @Test
  void aCustomerWritesInOneLanguageWhateverTheSeed() {
    Map<String, Set<Language>> languages =
        Stream.of(1L, 2L, 3L)
            .flatMap(seed -> tickets(seed, 2_000).stream())
            .collect(
                groupingBy(
                    ticket -> ticket.request().customerId(),
                    java.util.stream.Collectors.mapping(SampleTicket::language, toSet())));

    assertThat(languages).allSatisfy((customer, one) -> assertThat(one).hasSize(1));
  }

  @Test
  void noPlaceIsLeftOpenAndNothingAsksTheSimulatorToMisbehave() {
    Pattern sign = Pattern.compile("[{}\\[\\]#|]|  |\\bnull\\b");
    assertThat(
            tickets(3, 20_000).stream()
                .flatMap(
                    ticket ->
                        Stream.of(
                            ticket.request().subject(), ticket.request().body(), ticket.reply()))
                .filter(text -> sign.matcher(text).find())
                .limit(5))
        .isEmpty();
  }

  @Test
  void thereAreAtLeastSixtyTexts() {
    List<TicketTemplate> all =
        Arrays.stream(Language.values())
            .flatMap(language -> Phrasebook.of(language).tickets().stream())
            .toList();

    assertThat(all.stream().map(TicketTemplate::body)).doesNotHaveDuplicates();
    assertThat(all).hasSizeGreaterThan(60);
  }

  @ParameterizedTest
  @EnumSource
  void everyLanguageHasTextsForEveryTeam(Language language) {
    List<TicketTemplate> texts = Phrasebook.of(language).tickets();

    assertThat(texts.stream().collect(groupingBy(TicketTemplate::category, counting())))
        .containsOnlyKeys(CATEGORIES)
        .allSatisfy((category, count) -> assertThat(count).isGreaterThanOrEqualTo(3));
    assertThat(texts).allSatisfy(text -> assertThat(text.priority()).isBetween(1, 4));
  }

  private static List<SampleTicket> tickets(long seed, int count) {
    SampleTickets source = new SampleTickets(seed);
    return Stream.generate(source::next).limit(count).toList();
  }

  private static Set<String> bodies(List<SampleTicket> tickets) {
    return tickets.stream().map(ticket -> ticket.request().body()).collect(toSet());
  }
}
