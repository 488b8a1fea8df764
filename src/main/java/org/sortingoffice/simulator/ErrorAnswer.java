package org.sortingoffice.simulator;

/** Errors in the form that OpenAI's API gives them. */
final class ErrorAnswer {
  private ErrorAnswer() {}

  static String json(String message, String type, String code) {
    StringBuilder out = new StringBuilder(160).append("{\"error\":{\"message\":");
    JsonText.quote(out, message).append(",\"type\":");
    JsonText.quote(out, type).append(",\"param\":null,\"code\":");
    return JsonText.quote(out, code).append("}}").toString();
  }
}
