package org.sortingoffice.intake;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import org.sortingoffice.http.FieldError;
import org.sortingoffice.http.Problem;
import org.sortingoffice.http.Problems;

/** Gathers what is wrong with one request, so that a client learns it all at once. */
public final class FieldErrors {

  /** Nobody reads more, and an answer must not outgrow its request. */
  static final int SHOWN = 20;

  /**
   * A longer member name is not repeated in a pointer: none of ours is as long, but an API key that
   * somebody put into the wrong place is.
   */
  private static final int LONGEST_SHOWN_NAME = 40;

  private final List<FieldError> errors = new ArrayList<>();

  /** Notes what is wrong with a place. */
  public void add(JsonPointer place, String code, String detail) {
    errors.add(FieldError.at(shown(place), code, detail));
  }

  /** Whether nothing is wrong. */
  public boolean isEmpty() {
    return errors.isEmpty();
  }

  /** The refusal that lists the errors, the first {@value #SHOWN} of them. */
  public Problem problem() {
    if (errors.size() <= SHOWN) {
      return Problems.INVALID_REQUEST.problem().withErrors(errors);
    }
    return Problems.INVALID_REQUEST
        .because(
            errors.size() + " places are wrong; the first " + SHOWN + " are listed under errors.")
        .withErrors(errors.subList(0, SHOWN));
  }

  /**
   * The place, or the nearest one around it whose name can be shown: a name with control characters
   * or half of a surrogate pair cannot be written back, and a long one must not be.
   */
  private static JsonPointer shown(JsonPointer place) {
    JsonPointer shown = JsonPointer.empty();
    for (JsonPointer rest = place; !rest.matches(); rest = rest.tail()) {
      String name = rest.getMatchingProperty();
      if (name.length() > LONGEST_SHOWN_NAME
          || name.chars().anyMatch(Character::isISOControl)
          || TextFaults.loneSurrogate(name)) {
        return shown;
      }
      shown = shown.appendProperty(name);
    }
    return shown;
  }
}
