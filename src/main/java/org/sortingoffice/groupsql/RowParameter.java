package org.sortingoffice.groupsql;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.spi.Language;

/**
 * A parameter that has a value for each row. It is what Simple makes of its expression; a plain
 * path of members, {@code ${variable.job.id}}, is followed without Simple, which is many times
 * faster.
 */
final class RowParameter {
  private static final Pattern PATH =
      Pattern.compile(
          "\\$\\{(?:(body)|(variable|header|exchangeProperty)\\.(\\w+))((?:\\.[A-Za-z_]\\w*)*)}");

  private final Expression simple;
  private final Function<Exchange, Object> root;
  private final List<Member> members;
  private final ElementType type;
  private final ElementText text;

  private RowParameter(
      Expression simple,
      Function<Exchange, Object> root,
      List<Member> members,
      ElementType type,
      ElementText text) {
    this.simple = simple;
    this.root = root;
    this.members = members;
    this.type = type;
    this.text = text;
  }

  /** The one that a statement has. */
  static RowParameter of(CamelContext camel, GroupStatement.Parameter parameter) {
    String expression = parameter.expression();
    Language language = camel.resolveLanguage("simple");
    Expression simple = language.createExpression(expression);
    simple.init(camel);
    ElementText text = new ElementText(camel.getTypeConverter());
    Matcher path = PATH.matcher(expression);
    return path.matches()
        ? new RowParameter(simple, root(path), members(path.group(4)), parameter.type(), text)
        : new RowParameter(simple, exchange -> null, List.of(), parameter.type(), text);
  }

  private static Function<Exchange, Object> root(Matcher path) {
    if (path.group(1) != null) {
      return exchange -> exchange.getMessage().getBody();
    }
    String name = path.group(3);
    return switch (path.group(2)) {
      case "variable" -> exchange -> exchange.getVariable(name);
      case "header" -> exchange -> exchange.getMessage().getHeader(name);
      default -> exchange -> exchange.getProperty(name);
    };
  }

  private static List<Member> members(String path) {
    return Arrays.stream(path.split("\\."))
        .filter(name -> !name.isEmpty())
        .map(Member::new)
        .toList();
  }

  /** The value that the exchange has for it, as an element of the array. */
  Object element(Exchange exchange) {
    return type.element(of(exchange), text);
  }

  /** The value that the exchange has for it. */
  Object of(Exchange exchange) {
    Object value = root.apply(exchange);
    // Of nothing only Simple knows what to make: a variable's name may have a dot in it.
    boolean plain = value != null;
    for (int i = 0; plain && i < members.size(); i++) {
      plain = value != null && members.get(i).isPlainIn(value);
      value = plain ? members.get(i).of(value) : null;
    }
    return plain ? value : simple.evaluate(exchange, Object.class);
  }
}
