package org.sortingoffice.kafka;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;

/**
 * Where a record stands, which a broker never changes however often it delivers it.
 *
 * @param topic the topic's name
 * @param partition the partition's number
 * @param offset the offset in the partition
 * @param timestamp the record's time in milliseconds, as its producer or the broker set it
 */
record RecordPosition(String topic, int partition, long offset, long timestamp) {

  /** Room for the other parts within an idempotency key's 255 characters. */
  private static final int LONGEST_TOPIC = 180;

  /** The position of the record that came as this message. */
  static RecordPosition of(Message record) {
    return new RecordPosition(
        record.getHeader(KafkaConstants.TOPIC, String.class),
        record.getHeader(KafkaConstants.PARTITION, Integer.class),
        record.getHeader(KafkaConstants.OFFSET, Long.class),
        record.getHeader(KafkaConstants.TIMESTAMP, Long.class));
  }

  /**
   * An idempotency key. The time is in it because the offsets of a topic that was deleted and made
   * anew begin at 0 again.
   */
  String key() {
    String name =
        topic.length() <= LONGEST_TOPIC
            ? topic
            : UUID.nameUUIDFromBytes(topic.getBytes(StandardCharsets.UTF_8)).toString();
    return "kafka:%s-%d-%d@%d".formatted(name, partition, offset, timestamp);
  }

  /** For people. */
  @Override
  public String toString() {
    return "%s-%d@%d".formatted(topic, partition, offset);
  }
}
