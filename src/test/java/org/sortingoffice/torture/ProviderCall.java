package org.sortingoffice.torture;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A call as the provider saw it.
 *
 * @param number its place in the log
 * @param job the job that it was made for
 * @param delivery the delivery that made it
 * @param step the step
 * @param status what was answered; 0 when no answer was sent
 * @param line the row of the log, for people
 */
record ProviderCall(long number, long job, int delivery, String step, int status, String line) {
  static ProviderCall of(JsonNode row) {
    return new ProviderCall(
        row.path("seq").asLong(),
        row.path("job").asLong(),
        row.path("delivery").asInt(),
        row.path("step").asText(),
        row.path("status").asInt(),
        row.toString());
  }

  boolean answeredWell() {
    return status == 200;
  }
}
