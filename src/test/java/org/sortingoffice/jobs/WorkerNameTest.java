package org.sortingoffice.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class WorkerNameTest {
  @Test
  void aWorkerThatIsStartedAgainUnderItsNameIsAnotherWorker_Q13() {
    RandomGenerator random = RandomGenerator.getDefault();
    WorkerName before = WorkerName.atStart("worker-1", random);
    WorkerName after = WorkerName.atStart("worker-1", random);

    assertThat(before.name()).startsWith("worker-1@").isNotEqualTo(after.name());
  }

  @Test
  void withoutANameItIsCalledByItsHost() {
    assertThat(WorkerName.atStart("", RandomGenerator.getDefault()).name())
        .matches("[^@]+@[0-9a-f]{8}");
  }
}
