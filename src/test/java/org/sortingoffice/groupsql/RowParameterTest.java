package org.sortingoffice.groupsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parameter has the value that Simple gives it, however it is found. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RowParameterTest {
  private final DefaultCamelContext camel = new DefaultCamelContext();

  /** As the application has them. */
  public record Job(long id, String note, Ticket ticket, byte[] vector) {}

  /** With getters. */
  public static final class Ticket {
    public String getSubject() {
      return "late";
    }

    public boolean isUrgent() {
      return true;
    }

    public String broken() {
      throw new IllegalStateException("broken");
    }
  }

  /** With an accessor where the other has a getter. */
  public record Letter(String subject) {}

  private record Hidden(String name) {}

  @BeforeAll
  void start() {
    camel.start();
  }

  @AfterAll
  void stop() {
    camel.stop();
  }

  private RowParameter parameter(String expression) {
    return RowParameter.of(camel, new GroupStatement.Parameter(expression, true, ElementType.TEXT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${variable.job.id}",
        "${variable.job.note}",
        "${variable.job.ticket.subject}",
        "${variable.job.ticket.urgent}",
        "${variable.job.vector}",
        "${variable.plain}",
        "${variable.dotted.name}",
        "${variable.missing}",
        "${variable.list.size}",
        "${header.number}",
        "${exchangeProperty.flag}",
        "${body}",
        "${body.size}",
        "${body[name]}",
        "${variable.job.id} of ${variable.plain}",
      })
  void isWhatSimpleSays(String expression) {
    Exchange exchange = exchange();
    Expression simple = camel.resolveLanguage("simple").createExpression(expression);
    simple.init(camel);

    assertThat(parameter(expression).of(exchange))
        .isEqualTo(simple.evaluate(exchange, Object.class));
  }

  @Test
  void nothingAtTheEndOfAPathIsNothing() {
    Exchange exchange = exchange();
    exchange.setVariable("job", new Job(7, null, null, null));

    assertThat(parameter("${variable.job.note}").of(exchange)).isNull();
    assertThat(parameter("${variable.job.vector}").of(exchange)).isNull();
  }

  @Test
  void whatAMemberThrowsIsNotHidden() {
    RowParameter parameter = parameter("${variable.job.ticket.broken}");

    assertThatThrownBy(() -> parameter.of(exchange()))
        .hasRootCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void oneClassAfterAnotherIsReadByItsOwnAccessor() {
    RowParameter parameter = parameter("${body.subject}");
    Exchange exchange = exchange();

    exchange.getMessage().setBody(new Ticket());
    assertThat(parameter.of(exchange)).isEqualTo("late");
    exchange.getMessage().setBody(new Letter("a letter"));
    assertThat(parameter.of(exchange)).isEqualTo("a letter");
  }

  @Test
  void aClassThatIsNotPublicIsLeftToSimple() {
    assertThat(new Member("name").isPlainIn(new Hidden("x"))).isFalse();
  }

  private Exchange exchange() {
    Exchange exchange = new DefaultExchange(camel);
    exchange.setVariable("job", new Job(7, "a note", new Ticket(), new byte[] {1, 2}));
    exchange.setVariable("plain", "plain");
    exchange.setVariable("dotted.name", "dotted");
    exchange.setVariable("list", List.of(1, 2, 3));
    exchange.setProperty("flag", true);
    exchange.getMessage().setHeader("number", 5);
    exchange.getMessage().setBody(Map.of("name", "of the body"));
    return exchange;
  }
}
