package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.EndpointUriFactory;
import org.apache.camel.spi.UriParam;
import org.junit.jupiter.api.Test;

/** What tools read about the component is what it has. */
class GroupSqlCatalogTest {
  private final DefaultCamelContext camel = new DefaultCamelContext();

  @Test
  void theCatalogTellsEveryOptionWithItsDefaultAndDescription() throws Exception {
    String schema = camel.getComponentParameterJsonSchema("group-sql");
    assertThat(schema).isNotNull();
    JsonNode options = new ObjectMapper().readTree(schema).path("properties");
    GroupSqlEndpoint fresh = new GroupSqlEndpoint("group-sql:x", new GroupSqlComponent());

    List<Field> fields =
        Arrays.stream(GroupSqlEndpoint.class.getDeclaredFields())
            .filter(field -> field.isAnnotationPresent(UriParam.class))
            .toList();

    assertThat(fields).hasSize(11);
    for (Field field : fields) {
      UriParam annotation = field.getAnnotation(UriParam.class);
      JsonNode option = options.path(field.getName());
      assertThat(option.path("description").asText()).isEqualTo(annotation.description());
      assertThat(option.path("defaultValue").asText("")).isEqualTo(annotation.defaultValue());
      field.setAccessible(true);
      if (field.getType().isPrimitive()) {
        assertThat(String.valueOf(field.get(fresh)))
            .as("default of %s", field.getName())
            .isEqualTo(annotation.defaultValue());
      }
    }
  }

  @Test
  void anAddressIsBuiltFromItsOptions() throws Exception {
    EndpointUriFactory factory =
        camel.getCamelContextExtension().getEndpointUriFactory("group-sql");

    assertThat(factory.propertyNames()).contains("resourceUri", "maxRows", "retryFor");
    assertThat(
            factory.buildUri(
                "group-sql", Map.of("resourceUri", "classpath:sql/a.sql", "maxRows", "7")))
        .isEqualTo("group-sql:classpath:sql/a.sql?maxRows=7");
  }
}
