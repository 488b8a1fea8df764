package org.sortingoffice.groupsql;

import java.util.Map;
import javax.sql.DataSource;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;

/** The component {@code group-sql}. */
@Component("group-sql")
public final class GroupSqlComponent extends HealthCheckComponent {
  @Metadata(autowired = true)
  private DataSource dataSource;

  /** For Camel, which finds it by the scheme. */
  public GroupSqlComponent() {}

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    GroupSqlEndpoint endpoint = new GroupSqlEndpoint(uri, this);
    endpoint.setResourceUri(remaining);
    endpoint.setDataSource(dataSource);
    setProperties(endpoint, parameters);
    return endpoint;
  }

  /** The data source of endpoints that name none. */
  public DataSource getDataSource() {
    return dataSource;
  }

  /** The data source of endpoints that name none. */
  public void setDataSource(DataSource dataSource) {
    this.dataSource = dataSource;
  }
}
