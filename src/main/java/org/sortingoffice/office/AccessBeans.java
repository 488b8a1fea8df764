package org.sortingoffice.office;

import io.github.bucket4j.TimeMeter;
import java.security.SecureRandom;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sortingoffice.access.Access;
import org.sortingoffice.access.Denials;
import org.sortingoffice.access.KeyRing;
import org.sortingoffice.access.KeylessRule;
import org.sortingoffice.access.Sessions;
import org.sortingoffice.access.SignIn;
import org.sortingoffice.access.SignInLimit;
import org.sortingoffice.database.DatabaseUnreachable;

/**
 * Makes the beans that decide who may what, and keeps an open office from listening to everybody.
 */
final class AccessBeans {
  private static final Logger LOG = LoggerFactory.getLogger(AccessBeans.class);

  private final Settings settings;
  private final DataSource database;

  /**
   * @param database with its schema up to date
   */
  AccessBeans(Settings settings, DataSource database) {
    this.settings = settings;
    this.database = database;
  }

  /**
   * @throws StartupFailure when there are no keys and the API would be reachable from elsewhere
   */
  void bind(Registry registry) {
    KeyRing keys = readKeys();
    KeylessRule keyless = new KeylessRule(settings.text("http.host"), settings.yes("access.open"));
    if (keys.isEmpty()) {
      refuseOrWarn(keyless);
    }
    Sessions sessions =
        new Sessions(database, new SecureRandom(), settings.seconds("console.session.seconds"));
    registry.bind(
        "signIn", new SignIn(keys, sessions, new SignInLimit(TimeMeter.SYSTEM_MILLISECONDS)));
    registry.bind(
        "access",
        new Access(
            keys,
            sessions,
            new Denials(database),
            keyless,
            new RequestRates(settings).of("operator")));
  }

  /**
   * As with the schema before: a database that goes away in the middle of a start is waited for.
   */
  private KeyRing readKeys() {
    long begun = System.nanoTime();
    long patience = settings.seconds("database.start.seconds").toNanos();
    while (true) {
      try {
        return new KeyRing(database, System::nanoTime);
      } catch (SQLException failure) {
        if (!DatabaseUnreachable.isPassing(failure) || System.nanoTime() - begun > patience) {
          throw new StartupFailure(
              "The API keys cannot be read from the database: " + failure.getMessage(), failure);
        }
        // The pool waits for a connection, so that this does not go round and round.
        LOG.warn("The database went away while the API keys were read; trying again");
      }
    }
  }

  private void refuseOrWarn(KeylessRule keyless) {
    String host = settings.text("http.host");
    if (!keyless.mayListen()) {
      throw new StartupFailure(
          ("There are no API keys, so whoever reaches %s could do everything. Make a key first"
                  + " (sorting-office keys create --name .. --role ops:write), or listen on"
                  + " 127.0.0.1 (HTTP_HOST), or say that everybody may come (ACCESS_OPEN=true).")
              .formatted(host));
    }
    LOG.warn(
        "NO API KEYS: whoever reaches {} may do everything{}. The first key that is made"
            + " (sorting-office keys create) changes that at once.",
        host,
        settings.yes("access.open")
            ? ", which is what access.open asks for"
            : "; that is this machine only");
  }
}
