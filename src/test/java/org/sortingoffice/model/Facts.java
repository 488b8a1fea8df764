package org.sortingoffice.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** All that the database says about the jobs, in the order of their ids. */
record Facts(
    List<JobFacts> jobs,
    List<TicketFacts> tickets,
    List<ResultFacts> results,
    List<DeliveryFacts> history,
    GateFacts gate) {
  private static final Comparator<ResultFacts> RESULTS =
      Comparator.comparingLong(ResultFacts::job).thenComparing(ResultFacts::task);
  private static final Comparator<DeliveryFacts> HISTORY =
      Comparator.comparingLong(DeliveryFacts::job).thenComparing(DeliveryFacts::delivery);

  JobFacts job(long id) {
    return jobs.stream().filter(job -> job.id() == id).findFirst().orElseThrow();
  }

  TicketFacts ticket(long job) {
    return tickets.stream().filter(ticket -> ticket.job() == job).findFirst().orElseThrow();
  }

  Set<String> stepsDone(long job) {
    return results.stream()
        .filter(result -> result.job() == job)
        .map(ResultFacts::task)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  List<DeliveryFacts> history(long job) {
    return history.stream().filter(row -> row.job() == job).toList();
  }

  Facts with(JobFacts changed) {
    return new Facts(
        jobs.stream().map(job -> job.id() == changed.id() ? changed : job).toList(),
        tickets,
        results,
        history,
        gate);
  }

  Facts withEachJob(UnaryOperator<JobFacts> change) {
    return new Facts(jobs.stream().map(change).toList(), tickets, results, history, gate);
  }

  Facts with(GateFacts changed) {
    return new Facts(jobs, tickets, results, history, changed);
  }

  Facts plus(ResultFacts result) {
    List<ResultFacts> more = new ArrayList<>(results);
    more.add(result);
    more.sort(RESULTS);
    List<TicketFacts> updated =
        tickets.stream()
            .map(
                ticket ->
                    ticket.job() == result.job()
                        ? ticket.with(result.task(), result.text())
                        : ticket)
            .toList();
    return new Facts(jobs, updated, more, history, gate);
  }

  Facts plus(DeliveryFacts row) {
    List<DeliveryFacts> more = new ArrayList<>(history);
    more.add(row);
    more.sort(HISTORY);
    return new Facts(jobs, tickets, results, more, gate);
  }

  Facts minus(DeliveryFacts row) {
    return new Facts(
        jobs, tickets, results, history.stream().filter(each -> !each.equals(row)).toList(), gate);
  }
}
