package org.sortingoffice.database;

import java.nio.file.Path;

/** Another process that lives, or another part of this one, runs its database on the folder. */
final class DataFolderInUse extends DatabaseStartFailure {
  private static final long serialVersionUID = 1L;

  DataFolderInUse(Path folder) {
    super(
        "Another Sorting Office is already running on "
            + folder
            + "; stop it, or choose another folder with DATA_DIR.");
  }
}
