package org.sortingoffice.groupsql;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Evaluates the parameters and waits, both on the caller's thread, until the row is committed. It
 * is synchronous on purpose: whoever waits for a commit holds its thread anyway (a seda consumer,
 * an HTTP worker, a virtual thread), and a continuation on another thread would cost a hop and take
 * a seda consumer's bound away.
 */
final class GroupSqlProducer extends DefaultProducer {
  private final GroupSqlEndpoint endpoint;
  private GroupWriter writer;
  private List<RowParameter> rowParameters;

  GroupSqlProducer(GroupSqlEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    ServiceHelper.startService(endpoint);
    writer = endpoint.writer();
    rowParameters = endpoint.rowParameters();
  }

  @Override
  public void process(Exchange exchange) throws Exception {
    List<Object> elements = new ArrayList<>(rowParameters.size());
    for (RowParameter parameter : rowParameters) {
      elements.add(parameter.element(exchange));
    }
    exchange.getMessage().setBody(writer.write(ParameterRow.of(elements)));
  }
}
