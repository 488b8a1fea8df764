package org.sortingoffice.webhooks;

import io.vertx.core.http.HttpClientResponse;
import java.util.List;

/**
 * What a receiver answered; its body is not kept.
 *
 * @param status the HTTP status
 * @param retryAfter the lines of {@code Retry-After}
 * @param date the line of {@code Date}, or empty
 */
record WebhookAnswer(int status, List<String> retryAfter, String date) {
  static WebhookAnswer of(HttpClientResponse response) {
    String date = response.getHeader("Date");
    return new WebhookAnswer(
        response.statusCode(),
        response.headers().getAll("Retry-After"),
        date == null ? "" : date.strip());
  }
}
