package org.sortingoffice.samples;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a load put in. */
public final class LoadReport {
  private final Map<String, Integer> byCategory = new TreeMap<>();
  private final Map<Language, Integer> byLanguage = new TreeMap<>();
  private final Map<String, Integer> byError = new TreeMap<>();
  private final Set<String> customers = new HashSet<>();
  private int tickets;
  private int deadLetters;
  private Numbers ticketNumbers;
  private Numbers deadLetterNumbers;

  void count(SampleTicket ticket) {
    tickets++;
    byCategory.merge(ticket.category(), 1, Integer::sum);
    byLanguage.merge(ticket.language(), 1, Integer::sum);
    customers.add(ticket.request().customerId());
  }

  void count(DeadLetter letter) {
    deadLetters++;
    byError.merge(letter.state() + "  " + letter.lastError(), 1, Integer::sum);
  }

  void accepted(Numbers batch) {
    ticketNumbers = ticketNumbers == null ? batch : ticketNumbers.upTo(batch);
  }

  void setAside(Numbers batch) {
    deadLetterNumbers = deadLetterNumbers == null ? batch : deadLetterNumbers.upTo(batch);
  }

  /** How many tickets were accepted. */
  public int tickets() {
    return tickets;
  }

  /** How many customers they are from. */
  public int customers() {
    return customers.size();
  }

  /** How many tickets of each category. */
  public Map<String, Integer> byCategory() {
    return Collections.unmodifiableMap(byCategory);
  }

  /** How many tickets in each language. */
  public Map<Language, Integer> byLanguage() {
    return Collections.unmodifiableMap(byLanguage);
  }

  /** The accepted tickets' numbers; null when there are none. */
  public Numbers ticketNumbers() {
    return ticketNumbers;
  }

  /** How many jobs were set aside. */
  public int deadLetters() {
    return deadLetters;
  }

  /** How many of them by state and last error. */
  public Map<String, Integer> byError() {
    return Collections.unmodifiableMap(byError);
  }

  /** The numbers of those set aside; null when there are none. */
  public Numbers deadLetterNumbers() {
    return deadLetterNumbers;
  }
}
