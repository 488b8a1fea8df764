package org.sortingoffice.jobs;

import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.RoutePolicySupport;
import org.sortingoffice.tracing.Tracing;

/**
 * Measures the steps: all routes that begin at {@code direct:step-<name>}, whoever wrote them, and
 * no others.
 */
public final class StepWatch implements RoutePolicyFactory {
  private static final String STEP = "direct:step-";
  private static final String BEGUN = "sortingOfficeStepBegun";

  private final JobMeters meters;
  private final Tracing tracing;
  private final LongSupplier nanoTime;

  /**
   * @param meters where it is measured
   * @param tracing gets a span for each step
   * @param nanoTime a clock for differences, in nanoseconds
   */
  public StepWatch(JobMeters meters, Tracing tracing, LongSupplier nanoTime) {
    this.meters = meters;
    this.tracing = tracing;
    this.nanoTime = nanoTime;
  }

  @Override
  public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
    if (route instanceof RouteDefinition definition
        && definition.getInput() != null
        && definition.getInput().getEndpointUri().startsWith(STEP)) {
      return new OneStep(definition.getInput().getEndpointUri().substring(STEP.length()));
    }
    return null;
  }

  private record Begun(long at, String parent, Tracing.Span span) {}

  private final class OneStep extends RoutePolicySupport {
    private final String name;

    private OneStep(String name) {
      this.name = name;
    }

    @Override
    public void onExchangeBegin(Route route, Exchange exchange) {
      String parent = null;
      Tracing.Span span = null;
      if (tracing.isOn()) {
        parent = exchange.getProperty(DeliveryWatch.SPAN, String.class);
        span = tracing.begin(Tracing.Role.INTERNAL, "step " + name, parent);
        exchange.setProperty(DeliveryWatch.SPAN, span.traceparent());
      }
      exchange.setProperty(BEGUN, new Begun(nanoTime.getAsLong(), parent, span));
    }

    @Override
    public void onExchangeDone(Route route, Exchange exchange) {
      if (exchange.removeProperty(BEGUN) instanceof Begun begun) {
        Exception failure = exchange.getException();
        meters.stepped(name, failure != null, nanoTime.getAsLong() - begun.at());
        if (begun.span() != null) {
          exchange.setProperty(DeliveryWatch.SPAN, begun.parent());
          if (failure != null) {
            begun.span().failed(failure.getClass().getSimpleName());
          }
          begun.span().end();
        }
      }
    }
  }
}
