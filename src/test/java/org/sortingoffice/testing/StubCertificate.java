package org.sortingoffice.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A self-signed certificate of a server, made by the JDK's keytool.
 *
 * @param pem the file with the certificate, for those who shall trust it
 * @param server what the server speaks TLS with
 */
public record StubCertificate(Path pem, SSLContext server) {
  private static final String PASSWORD = "changeit";

  /** Makes one for a server of this name, its files in the folder. */
  public static StubCertificate make(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
    Path pem = folder.resolve(name + ".pem");
    keytool(
        List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "SAN=dns:" + name),
        store);
    keytool(List.of("-exportcert", "-rfc", "-file", pem.toString()), store);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext server = SSLContext.getInstance("TLS");
    server.init(managers.getKeyManagers(), null, null);
    return new StubCertificate(pem, server);
  }

  private static void keytool(List<String> what, Path store)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(what);
    command.addAll(
        List.of("-alias", "server", "-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IllegalStateException(told);
    }
  }
}
