package org.sortingoffice.groupsql;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Expression;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.spi.Language;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.ResourceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Save the rows of many exchanges with one PostgreSQL statement and one commit.
 *
 * <p>All producers of an endpoint share its queue. The body becomes the row that the statement
 * returned for the exchange, a {@link java.util.Map}, or null when the statement had no effect for
 * it; headers and variables stay as they are.
 */
@UriEndpoint(
    firstVersion = "0.1.0",
    scheme = "group-sql",
    title = "Group SQL",
    syntax = "group-sql:resourceUri",
    producerOnly = true,
    category = {Category.DATABASE})
public final class GroupSqlEndpoint extends DefaultEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSqlEndpoint.class);

  @UriPath(
      description =
          "The file with the statement: classpath:, file: or another resource that Camel can load.")
  @Metadata(required = true, supportFileReference = true)
  private String resourceUri;

  @UriParam(
      description =
          "The data source. Each statement takes a connection from it, commits by itself and gives it back. By default the component's.")
  private DataSource dataSource;

  @UriParam(defaultValue = "500", description = "How many rows may share a statement.")
  private int maxRows = 500;

  @UriParam(
      defaultValue = "4194304",
      description =
          "How large the parameters of a statement may be together, in bytes of UTF-8 with their quoting. A row that is larger by itself goes alone.")
  private long maxBytes = 4L << 20;

  @UriParam(
      defaultValue = "1",
      description =
          "How many statements may run at once. One is mostly best: the rows that come meanwhile share the next. More help when statements wait for locks. Each takes a connection.")
  private int writers = 1;

  @UriParam(
      javaType = "java.time.Duration",
      defaultValue = "0",
      description =
          "How long a writer that finds commitSiblings rows waits for more before it writes, as PostgreSQL's commit_delay. Larger batches cost less for each row; callers wait longer. 0 means never.")
  private long commitDelay;

  @UriParam(
      defaultValue = "5",
      description =
          "How many rows must have come together for commitDelay to be kept, as PostgreSQL's commit_siblings. With fewer the statement is not busy, and is sent at once.")
  private int commitSiblings = 5;

  @UriParam(
      defaultValue = "10000",
      description =
          "How many callers may wait. One more is refused at once with a RejectedExecutionException: it would hold its memory and its client while it waited, and nothing would be faster.")
  private int queueSize = 10_000;

  @UriParam(
      javaType = "java.time.Duration",
      defaultValue = "0",
      description =
          "How long a row waits for the statement that runs before another one begins beside it, as far as writers allows. Until then all that come share the next statement, so that batches stay large; a statement that waits for a lock does not hold up the others for longer. 0 means that all writers begin at once.")
  private long spareWriterAfter;

  @UriParam(
      javaType = "java.time.Duration",
      defaultValue = "0",
      description =
          "How long after its arrival a row is tried again, alone and in turn with others, while the lock that it needs is not to be had in the time that the statement allows itself (lock_timeout; SQL state 55P03). 0 means that it fails at once.")
  private long lockPatience;

  @UriParam(
      javaType = "java.time.Duration",
      defaultValue = "0",
      description =
          "After which time the server is asked to cancel a statement. Its rows are then tried one by one. 0 means never: the limits of the data source hold.")
  private long statementTimeout;

  @UriParam(
      javaType = "java.time.Duration",
      defaultValue = "0",
      description =
          "How long after its arrival a row is tried again while the database is away (SQL states 08xxx, 57P01 to 57P03, 53300, 25006, no connection in the pool). After a broken connection nobody knows whether the statement was committed, so that it may be executed twice: only for statements that can bear it. A deadlock (40P01) or a serialization failure (40001), which the server has undone, is tried again at once in any case.")
  private long retryFor;

  private String name;
  private GroupStatement statement;
  private List<RowParameter> rowParameters;
  private List<String> constants;
  private GroupMeters meters;
  private GroupWriter writer;
  private HealthCheck healthCheck;

  GroupSqlEndpoint(String uri, GroupSqlComponent component) {
    super(uri, component);
  }

  @Override
  public Producer createProducer() {
    return new GroupSqlProducer(this);
  }

  @Override
  public Consumer createConsumer(Processor processor) {
    throw new UnsupportedOperationException("group-sql writes; read with sql:");
  }

  /** Reads the statement, so that a wrong one stops the start. */
  @Override
  protected void doInit() throws Exception {
    super.doInit();
    if (dataSource == null) {
      throw new IllegalArgumentException(
          "%s needs a data source: dataSource=#name".formatted(getEndpointUri()));
    }
    name = "group-sql:" + resourceUri;
    statement = GroupStatement.read(resourceUri, text());
    rowParameters = new ArrayList<>();
    constants = new ArrayList<>();
    for (GroupStatement.Parameter parameter : statement.parameters()) {
      if (parameter.perRow()) {
        rowParameters.add(RowParameter.of(getCamelContext(), parameter));
      } else {
        constants.add(constant(parameter));
      }
    }
  }

  private String text() throws Exception {
    try (InputStream resource =
        ResourceHelper.resolveMandatoryResourceAsInputStream(getCamelContext(), resourceUri)) {
      return getCamelContext()
          .resolvePropertyPlaceholders(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private String constant(GroupStatement.Parameter parameter) {
    Language simple = getCamelContext().resolveLanguage("simple");
    Expression expression = simple.createExpression(parameter.expression());
    expression.init(getCamelContext());
    return expression.evaluate(new DefaultExchange(getCamelContext()), String.class);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    meters = new GroupMeters(meterRegistry(), resourceUri);
    writer =
        new GroupWriter(
            name,
            new BatchExecution(
                    name,
                    statement,
                    constants,
                    new ElementText(getCamelContext().getTypeConverter()),
                    dataSource,
                    Duration.ofMillis(statementTimeout))
                ::execute,
            new BatchLimits(maxRows, maxBytes),
            new CommitDelay(Duration.ofMillis(commitDelay), commitSiblings),
            new Writers(writers, Duration.ofMillis(spareWriterAfter)),
            queueSize,
            Duration.ofMillis(retryFor),
            Duration.ofMillis(lockPatience),
            new Backoff(RandomGenerator.getDefault()),
            System::nanoTime,
            meters);
    meters.showWaiting(writer::waiting);
    addHealthCheck();
  }

  private MeterRegistry meterRegistry() {
    MeterRegistry found = getCamelContext().getRegistry().findSingleByType(MeterRegistry.class);
    // One without members measures nothing.
    return found == null ? new CompositeMeterRegistry() : found;
  }

  private void addHealthCheck() {
    WritableHealthCheckRepository repository = healthCheckRepository();
    if (repository != null) {
      GroupSqlHealthCheck check = new GroupSqlHealthCheck(resourceUri, writer);
      check.setCamelContext(getCamelContext());
      check.setEnabled(((GroupSqlComponent) getComponent()).isHealthCheckProducerEnabled());
      healthCheck = check;
      repository.addHealthCheck(check);
    }
  }

  private WritableHealthCheckRepository healthCheckRepository() {
    return HealthCheckHelper.getHealthCheckRepository(
        getCamelContext(), "producers", WritableHealthCheckRepository.class);
  }

  /** What waits is still written; whoever comes later is refused. */
  @Override
  protected void doStop() throws Exception {
    if (healthCheck != null) {
      healthCheckRepository().removeHealthCheck(healthCheck);
      healthCheck = null;
    }
    if (writer != null) {
      long seconds = getCamelContext().getShutdownStrategy().getTimeout();
      if (!writer.stop(Duration.ofSeconds(seconds))) {
        LOG.warn(
            "{} stops while {} rows still wait for a statement that has not ended within {} s",
            name,
            writer.waiting(),
            seconds);
      }
      meters.remove();
    }
    super.doStop();
  }

  /** The file with the statement. */
  public String getResourceUri() {
    return resourceUri;
  }

  /** The file with the statement. */
  public void setResourceUri(String resourceUri) {
    this.resourceUri = resourceUri;
  }

  /** The data source. */
  public DataSource getDataSource() {
    return dataSource;
  }

  /** The data source. */
  public void setDataSource(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** How many rows may share a statement. */
  public int getMaxRows() {
    return maxRows;
  }

  /** How many rows may share a statement. */
  public void setMaxRows(int maxRows) {
    this.maxRows = maxRows;
  }

  /** How large the parameters of a statement may be together, in bytes. */
  public long getMaxBytes() {
    return maxBytes;
  }

  /** How large the parameters of a statement may be together, in bytes. */
  public void setMaxBytes(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** How many statements may run at once. */
  public int getWriters() {
    return writers;
  }

  /** How many statements may run at once. */
  public void setWriters(int writers) {
    this.writers = writers;
  }

  /** How many milliseconds a busy writer waits for more rows; 0 means never. */
  public long getCommitDelay() {
    return commitDelay;
  }

  /** How many milliseconds a busy writer waits for more rows; 0 means never. */
  public void setCommitDelay(long commitDelay) {
    this.commitDelay = commitDelay;
  }

  /** How many rows must have come together for the delay to be kept. */
  public int getCommitSiblings() {
    return commitSiblings;
  }

  /** How many rows must have come together for the delay to be kept. */
  public void setCommitSiblings(int commitSiblings) {
    this.commitSiblings = commitSiblings;
  }

  /** How many callers may wait. */
  public int getQueueSize() {
    return queueSize;
  }

  /** How many callers may wait. */
  public void setQueueSize(int queueSize) {
    this.queueSize = queueSize;
  }

  /** How many milliseconds a row waits before another writer begins; 0 means at once. */
  public long getSpareWriterAfter() {
    return spareWriterAfter;
  }

  /** How many milliseconds a row waits before another writer begins; 0 means at once. */
  public void setSpareWriterAfter(long spareWriterAfter) {
    this.spareWriterAfter = spareWriterAfter;
  }

  /** How many milliseconds after its arrival a row that waits for a lock is tried again. */
  public long getLockPatience() {
    return lockPatience;
  }

  /** How many milliseconds after its arrival a row that waits for a lock is tried again. */
  public void setLockPatience(long lockPatience) {
    this.lockPatience = lockPatience;
  }

  /** After how many milliseconds the server is asked to cancel a statement; 0 means never. */
  public long getStatementTimeout() {
    return statementTimeout;
  }

  /** After how many milliseconds the server is asked to cancel a statement; 0 means never. */
  public void setStatementTimeout(long statementTimeout) {
    this.statementTimeout = statementTimeout;
  }

  /** For how many milliseconds a row is tried again while the database is away. */
  public long getRetryFor() {
    return retryFor;
  }

  /** For how many milliseconds a row is tried again while the database is away. */
  public void setRetryFor(long retryFor) {
    this.retryFor = retryFor;
  }

  /** Those that have a value for each row, in their order. */
  List<RowParameter> rowParameters() {
    return rowParameters;
  }

  /** The writer that all producers of this endpoint share, once it is started. */
  GroupWriter writer() {
    return writer;
  }
}
