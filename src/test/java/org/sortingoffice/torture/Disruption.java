package org.sortingoffice.torture;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Something that is broken for a while, and then mended. */
enum Disruption {
  WORKER_KILLED("worker killed (signal 9)", 5, 0, 4_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return kill(anyUp(premises.workers(), chance));
    }
  },
  WORKER_FROZEN(
      "worker frozen past its lease",
      5,
      Premises.LEASE_MILLIS + 300,
      Premises.LEASE_MILLIS + 7_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return freeze(anyUp(premises.workers(), chance));
    }
  },
  WORKER_PAUSED("worker frozen for a moment", 2, 200, Premises.LEASE_MILLIS) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return freeze(anyUp(premises.workers(), chance));
    }
  },
  WORKER_RESTARTED("worker stopped in order and started", 3, 0, 1_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return stop(anyUp(premises.workers(), chance));
    }
  },
  API_KILLED("API killed (signal 9)", 2, 0, 2_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return kill(anyUp(premises.apis(), chance));
    }
  },
  API_FROZEN("API frozen", 1, 500, 6_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return freeze(anyUp(premises.apis(), chance));
    }
  },
  API_RESTARTED("API stopped in order and started", 1, 0, 1_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      return stop(anyUp(premises.apis(), chance));
    }
  },
  DATABASE_KILLED("PostgreSQL killed (signal 9)", 2, 0, 4_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      if (!premises.database().isUp()) {
        return Optional.empty();
      }
      premises.database().kill();
      return Optional.of(premises.database()::restart);
    }
  },
  DATABASE_STOPPED("PostgreSQL stopped abruptly (immediate)", 1, 0, 4_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      if (!premises.database().isUp()) {
        return Optional.empty();
      }
      premises.database().stopImmediately();
      return Optional.of(premises.database()::restart);
    }
  },
  BACKEND_KILLED("process of one connection killed: PostgreSQL resets itself", 1, 0, 1) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      List<Long> pids = connections(premises);
      if (pids.isEmpty()) {
        return Optional.empty();
      }
      ProcessHandle.of(pids.get(chance % pids.size())).ifPresent(ProcessHandle::destroyForcibly);
      return Optional.of(NOTHING_TO_MEND);
    }
  },
  CONNECTIONS_CUT("connections cut (pg_terminate_backend)", 5, 0, 1) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      List<Long> pids = connections(premises);
      try (Connection connection = premises.rows().getConnection();
          Statement statement = connection.createStatement()) {
        for (int i = 0; i < pids.size(); i++) {
          // Every second, every third or all of them.
          if (i % (1 + chance % 3) == 0) {
            statement.execute("select pg_terminate_backend(" + pids.get(i) + ")");
          }
        }
      }
      return pids.isEmpty() ? Optional.empty() : Optional.of(NOTHING_TO_MEND);
    }
  },
  PROVIDER_AWAY("provider away (503)", 1, 500, 3_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      premises.provider().goAway();
      return Optional.of(premises.provider()::beAsUsual);
    }
  },
  PROVIDER_BUSY("provider asks to slow down (429)", 1, 500, 3_000) {
    @Override
    Optional<Repair> strike(Premises premises, int chance) throws Exception {
      premises.provider().beBusy();
      return Optional.of(premises.provider()::beAsUsual);
    }
  };

  /** Ends a disruption. */
  interface Repair {
    void mend() throws Exception;
  }

  private static final Repair NOTHING_TO_MEND = () -> {};

  /** One in so many strikes may also hit a process in the middle of its start. */
  private static final int ALSO_STARTING = 5;

  private final String words;
  private final int weight;
  private final int leastMillis;
  private final int mostMillis;

  Disruption(String words, int weight, int leastMillis, int mostMillis) {
    this.words = words;
    this.weight = weight;
    this.leastMillis = leastMillis;
    this.mostMillis = mostMillis;
  }

  /**
   * Breaks it.
   *
   * @param chance decides which process or connection, where there are several
   * @return what mends it; empty when there was nothing to break just now
   */
  abstract Optional<Repair> strike(Premises premises, int chance) throws Exception;

  /** How it is called in reports. */
  String words() {
    return words;
  }

  /** How often it comes, beside the others. */
  int weight() {
    return weight;
  }

  /** How long it lasts this time. */
  long drawMillis(RandomGenerator random) {
    return random.nextLong(leastMillis, mostMillis);
  }

  // Mostly one that has finished its start: on a slow machine none would ever get to work else.
  private static Optional<Member> anyUp(List<Member> members, int chance) throws IOException {
    List<Member> up = new ArrayList<>();
    for (Member member : members) {
      if (chance % ALSO_STARTING == 0 ? member.isUp() : member.isOpen()) {
        up.add(member);
      }
    }
    return up.isEmpty()
        ? Optional.empty()
        : Optional.of(up.get(chance / ALSO_STARTING % up.size()));
  }

  private static Optional<Repair> kill(Optional<Member> member) throws Exception {
    if (member.isEmpty()) {
      return Optional.empty();
    }
    member.get().kill();
    return Optional.of(member.get()::start);
  }

  private static Optional<Repair> freeze(Optional<Member> member) throws Exception {
    if (member.isEmpty()) {
      return Optional.empty();
    }
    member.get().freeze();
    return Optional.of(member.get()::thaw);
  }

  private static Optional<Repair> stop(Optional<Member> member) throws Exception {
    if (member.isEmpty()) {
      return Optional.empty();
    }
    member.get().stop();
    return Optional.of(member.get()::start);
  }

  private static List<Long> connections(Premises premises) throws Exception {
    List<Long> pids = new ArrayList<>();
    try (Connection connection = premises.rows().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select pid from pg_stat_activity"
                    + " where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid")) {
      while (rows.next()) {
        pids.add(rows.getLong(1));
      }
    }
    return pids;
  }
}
