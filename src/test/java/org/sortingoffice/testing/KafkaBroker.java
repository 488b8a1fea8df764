package org.sortingoffice.testing;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker (KRaft, one node) in this JVM, which can be stopped and started again with
 * what it holds. Topics are made by hand only.
 */
public final class KafkaBroker implements AutoCloseable {
  private final Properties settings = new Properties();
  private final String address;
  private KafkaRaftServer server;
  private Admin admin;
  private KafkaProducer<byte[], byte[]> producer;

  private KafkaBroker(Path folder, int port, int controllerPort) {
    address = "127.0.0.1:" + port;
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put(
        "listeners", "PLAINTEXT://" + address + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("log.dirs", folder.toString());
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("auto.create.topics.enable", "false");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("controlled.shutdown.enable", "false");
    settings.put("log.cleaner.enable", "false");
  }

  /** Starts one that keeps its data in a folder. */
  public static KafkaBroker start(Path folder) {
    // It tells of each of its many parts.
    for (String talkative : List.of("kafka", "state.change.logger")) {
      ((Logger) LoggerFactory.getLogger(talkative)).setLevel(Level.ERROR);
    }
    KafkaBroker broker = new KafkaBroker(folder, freePort(), freePort());
    broker.format(folder);
    broker.start();
    return broker;
  }

  private void format(Path folder) {
    try {
      new Formatter()
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8))
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(1)
          .setDirectories(List.of(folder.toString()))
          .setMetadataLogDirectory(folder.toString())
          .setControllerListenerName("CONTROLLER")
          .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
          .run();
    } catch (Exception impossible) {
      throw new IllegalStateException("the broker's folder could not be made", impossible);
    }
  }

  /** Starts it again. */
  public void start() {
    server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
    server.startup();
    admin = Admin.create(Map.of("bootstrap.servers", address));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", address, "acks", "all", "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Stops it; what it holds stays. */
  public void stop() {
    producer.close(Duration.ZERO);
    admin.close(Duration.ZERO);
    server.shutdown();
    server.awaitShutdown();
  }

  /** Where clients find it: host and port. */
  public String address() {
    return address;
  }

  /** Makes a topic. */
  public void createTopic(String name, int partitions) {
    got(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all());
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> got(admin.listTopics().names()).contains(name));
  }

  /** Sends records and waits until the broker has them. */
  public List<RecordMetadata> send(List<ProducerRecord<byte[], byte[]>> records) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    records.forEach(record -> sent.add(producer.send(record)));
    return sent.stream().map(KafkaBroker::got).toList();
  }

  /** Sends a record with headers. */
  public RecordMetadata send(String topic, String value, Map<String, String> headers) {
    return send(List.of(record(topic, null, value, headers))).get(0);
  }

  /** A record with headers; the partition may be null. */
  public static ProducerRecord<byte[], byte[]> record(
      String topic, Integer partition, String value, Map<String, String> headers) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, partition, null, value.getBytes(StandardCharsets.UTF_8));
    headers.forEach(
        (name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    return record;
  }

  /** How many records of a topic are committed for a group, over all partitions. */
  public long committed(String group, String topic) {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        got(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    return offsets.entrySet().stream()
        .filter(entry -> entry.getKey().topic().equals(topic))
        .mapToLong(entry -> entry.getValue() == null ? 0 : entry.getValue().offset())
        .sum();
  }

  /** Reads a topic from its beginning until it has given so many records, and a moment longer. */
  public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    Map<String, Object> consumerSettings = new HashMap<>();
    consumerSettings.put("bootstrap.servers", address);
    consumerSettings.put("auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            consumerSettings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      await("%d records in %s".formatted(count, topic))
          .pollInSameThread()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(all::add);
                return all.size() >= count;
              });
      consumer.poll(Duration.ofMillis(200)).forEach(all::add);
    }
    return all;
  }

  /** The text of a record's header, if there is one. */
  public static Optional<String> header(ConsumerRecord<byte[], byte[]> record, String name) {
    return Optional.ofNullable(record.headers().lastHeader(name))
        .map(header -> new String(header.value(), StandardCharsets.UTF_8));
  }

  private static <T> T got(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure.getCause());
    }
  }

  @Override
  public void close() {
    stop();
  }

  private static int freePort() {
    try (ServerSocket probe = new ServerSocket(0)) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
