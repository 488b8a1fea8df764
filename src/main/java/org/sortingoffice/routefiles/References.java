package org.sortingoffice.routefiles;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sortingoffice.routefiles.YamlNode.Entry;

/**
 * What files name must be there: settings, beans, routes, kamelets with their parameters, and error
 * handling by its id, which Camel would leave out without a word.
 */
final class References {
  /** A setting without a value to fall back on, and no function such as {@code env:NAME}. */
  private static final Pattern SETTING = Pattern.compile("\\{\\{([^{}:?!]+)}}");

  /** Where a bean's name stands as it is. */
  private static final Set<String> NAMES_OF_BEANS =
      Set.of(
          "idempotentRepository", "redeliveryPolicyRef", "circuitBreaker", "aggregationStrategy");

  /** Where {@code ref} is a bean's name. */
  private static final Set<String> WITH_REF = Set.of("bean", "process", "method");

  /** Texts for people. */
  private static final Set<String> PROSE = Set.of("description", "note", "title");

  private final Predicate<String> isSetting;
  private final Predicate<String> isBean;
  private final BiPredicate<String, String> hasMethod;
  private final Map<String, Kamelet> kamelets = new HashMap<>();
  private final Set<Kamelet> checked = new HashSet<>();
  private final Set<String> beans = new HashSet<>();
  private final Set<String> configurations = new HashSet<>();
  private final Set<String> inputs = new HashSet<>();

  /**
   * @param isSetting whether there is a setting of this name
   * @param isBean whether there is a bean of this name
   * @param hasMethod whether such a bean has a method of this name
   * @param files all route files; what they define may be named
   * @param kamelets all kamelets
   */
  References(
      Predicate<String> isSetting,
      Predicate<String> isBean,
      BiPredicate<String, String> hasMethod,
      List<RouteFile> files,
      List<Kamelet> kamelets) {
    this.isSetting = isSetting;
    this.isBean = isBean;
    this.hasMethod = hasMethod;
    kamelets.forEach(kamelet -> this.kamelets.put(kamelet.name(), kamelet));
    for (RouteFile file : files) {
      file.all("beans").stream()
          .flatMap(list -> list.items().stream())
          .forEach(bean -> beans.add(bean.text("name")));
      file.all("routeConfiguration").forEach(found -> configurations.add(found.text("id")));
      file.all("route").stream()
          .flatMap(route -> route.get("from").stream())
          .forEach(from -> inputs.add(from.text("uri")));
    }
  }

  /** Checks a file of routes and the kamelets that it calls. */
  void check(RouteFile file) {
    file.root()
        .ifPresent(
            root ->
                root.items()
                    .forEach(item -> item.entries().forEach(entry -> walk(entry, Set.of()))));
  }

  // Only those that are used: what the others name need not be there in a process of other roles.
  private void checkOnce(Kamelet kamelet) {
    if (checked.add(kamelet)) {
      kamelet.template().entries().forEach(entry -> walk(entry, kamelet.properties()));
    }
  }

  private void walk(Entry entry, Set<String> own) {
    YamlNode value = entry.value();
    if (PROSE.contains(entry.name())) {
      return;
    }
    if (value.isText()) {
      checkSettings(value, own);
      checkBean(entry);
    }
    if (WITH_REF.contains(entry.name())) {
      value.get("ref").ifPresent(this::checkBean);
      value.get("method").ifPresent(method -> checkMethod(value.text("ref"), method));
    }
    if (entry.name().equals("ref")) {
      value.get("expression").ifPresent(this::checkBean);
    }
    if (value.text("uri").startsWith("kamelet:")) {
      checkKamelet(value);
    }
    if (entry.name().equals("to") && value.text("uri").startsWith("direct:")) {
      checkRoute(value.get("uri").orElseThrow());
    }
    value.entries().forEach(inner -> walk(inner, own));
    for (YamlNode item : value.items()) {
      if (item.isText()) {
        checkSettings(item, own);
      }
      item.entries().forEach(inner -> walk(inner, own));
    }
  }

  private void checkSettings(YamlNode value, Set<String> own) {
    Matcher named = SETTING.matcher(value.text());
    while (named.find()) {
      String name = named.group(1).strip();
      if (!own.contains(name) && !isSetting.test(name)) {
        throw value
            .file()
            .fault(
                value.file().lineOf(named.group(), value.line()),
                "There is no setting called \"%s\"; add it to application.properties."
                    .formatted(name));
      }
    }
  }

  private void checkBean(Entry entry) {
    String text = entry.value().text();
    if (NAMES_OF_BEANS.contains(entry.name())) {
      checkBean(entry.value());
    } else if (entry.name().equals("routeConfigurationId")) {
      checkConfiguration(entry.value());
    } else if (text.matches("#(bean:)?[A-Za-z][\\w.-]*")) {
      checkBean(entry.value());
    }
  }

  private void checkBean(YamlNode named) {
    String name = named.text().replaceFirst("^#(bean:)?", "");
    boolean readLater = name.isEmpty() || name.contains("{{") || name.contains("${");
    if (!readLater && !beans.contains(name) && !isBean.test(name)) {
      throw named.fault(
          "There is no bean called \"%s\"; correct the name, or define it in a route file under \"- beans:\".",
          name);
    }
  }

  private void checkMethod(String bean, YamlNode method) {
    String name = method.text().split("\\(", 2)[0].strip();
    if (name.matches("\\w+") && isBean.test(bean) && !hasMethod.test(bean, name)) {
      throw method.fault("The bean \"%s\" has no method \"%s\".", bean, name);
    }
  }

  // Camel would say so at the first job, and at each one after it.
  private void checkRoute(YamlNode uri) {
    boolean readLater = uri.text().contains("{{") || uri.text().contains("${");
    if (!readLater && !inputs.contains(uri.text().split("\\?")[0])) {
      throw uri.fault("No route begins with \"%s\".", uri.text());
    }
  }

  private void checkConfiguration(YamlNode named) {
    for (String id : named.text().split(",")) {
      if (!id.contains("*") && !configurations.contains(id.strip())) {
        throw named.fault(
            "There is no routeConfiguration with the id \"%s\"; there are %s.",
            id.strip(), new TreeSet<>(configurations));
      }
    }
  }

  /** A setting with a value to fall back on counts as that. */
  private static String withoutSetting(String uri) {
    return uri.replaceAll("\\{\\{[^}:?]+:([^}]+)}}", "$1");
  }

  private void checkKamelet(YamlNode call) {
    YamlNode uri = call.get("uri").orElseThrow();
    String name = withoutSetting(uri.text()).substring("kamelet:".length()).split("[/?]")[0];
    if (name.equals("source") || name.equals("sink")) {
      return;
    }
    Kamelet kamelet = kamelets.get(name);
    if (kamelet == null) {
      throw uri.fault(
          "There is no kamelet called \"%s\"; there are %s.",
          name, new TreeSet<>(kamelets.keySet()));
    }
    Set<String> given = new HashSet<>();
    for (Entry parameter : call.get("parameters").map(YamlNode::entries).orElse(List.of())) {
      given.add(parameter.name());
      if (!kamelet.properties().contains(parameter.name())) {
        throw parameter
            .key()
            .fault(
                "The kamelet \"%s\" takes no parameter \"%s\"; it takes %s.",
                name, parameter.name(), new TreeSet<>(kamelet.properties()));
      }
    }
    checkOnce(kamelet);
    for (String needed : kamelet.required()) {
      if (!given.contains(needed) && !uri.text().contains(needed + "=")) {
        throw uri.fault("The kamelet \"%s\" needs the parameter \"%s\".", name, needed);
      }
    }
  }
}
