package org.sortingoffice.kafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.component.kafka.consumer.KafkaManualCommit;

/**
 * Commits the offsets of a batch of which every record is done: in each partition that of its last
 * record. The commit that Camel (4.18) offers for a batch knows only its very last record, and so
 * one partition of several.
 */
public final class RecordOffsets {

  /** Commits, and waits until the broker has said so. */
  @Handler
  public void commit(@Body List<Exchange> batch) {
    Map<String, KafkaManualCommit> lastOfPartition = new LinkedHashMap<>();
    for (Exchange record : batch) {
      Message message = record.getMessage();
      lastOfPartition.put(
          message.getHeader(KafkaConstants.TOPIC)
              + " "
              + message.getHeader(KafkaConstants.PARTITION),
          message.getHeader(KafkaConstants.MANUAL_COMMIT, KafkaManualCommit.class));
    }
    lastOfPartition.values().forEach(KafkaManualCommit::commit);
  }
}
