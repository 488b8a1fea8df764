package org.sortingoffice.provider;

import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Whose word is taken for who the provider is: the authorities that the JVM trusts, and those of a
 * file beside them, such as a company's own.
 */
public final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * The JVM's and those in the file.
   *
   * @param file certificates in PEM
   * @throws IllegalArgumentException when there is none in the file
   */
  public static TrustOptions andThoseOf(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> more =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (more.isEmpty()) {
        throw new IllegalArgumentException("there is no certificate in the file " + file);
      }
      KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
      all.load(null, null);
      int number = 0;
      for (X509Certificate known : managerOf(null).getAcceptedIssuers()) {
        all.setCertificateEntry("known-" + number++, known);
      }
      for (Certificate one : more) {
        all.setCertificateEntry("more-" + number++, one);
      }
      return TrustOptions.wrap(managerOf(all));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException("the file " + file + " cannot be read", unreadable);
    } catch (GeneralSecurityException none) {
      throw new IllegalArgumentException(
          "the file " + file + " holds something else than certificates in PEM", none);
    }
  }

  /** Null stands for the JVM's own. */
  private static X509TrustManager managerOf(KeyStore authorities) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("this JVM knows no X.509 certificates");
  }
}
