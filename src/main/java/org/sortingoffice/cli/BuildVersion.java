package org.sortingoffice.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class BuildVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = getClass().getPackage().getImplementationVersion();
    return new String[] {"Sorting Office " + (version == null ? "(not packaged)" : version)};
  }
}
