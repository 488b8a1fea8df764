package org.sortingoffice.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.VertxWrapper;
import io.vertx.ext.web.Router;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * The Vert.x that platform-http finds in the registry. Camel (4.18) makes its HTTP server with
 * options of its own and offers no way to them; this is the one place where they can be set before
 * the server listens:
 *
 * <ul>
 *   <li>what is no HTTP is answered by {@link UnreadableRequests} instead of by a bare status;
 *   <li>HTTP/1.1 only. Camel's routes and our edges are written for it, and an offered {@code
 *       Upgrade: h2c} is where clients and servers lose bodies; a client that offers it is simply
 *       answered in HTTP/1.1 (RFC 9110, section 7.8).
 *   <li>a connection on which nothing moves is closed, or whoever opens enough of them and says
 *       nothing would keep everybody else out;
 *   <li>the server listens before Camel has made its routes; until then nothing is unknown, it is
 *       only not open yet: 503 instead of a 404 that a client would believe.
 * </ul>
 */
public final class DoorVertx extends VertxWrapper {
  /** Also before {@link HttpEdges}, which come when the routes are there. */
  private static final int BEFORE_ALL = -1_000;

  private final CamelContext context;
  private final Duration idle;

  private DoorVertx(VertxInternal vertx, CamelContext context, Duration idle) {
    super(vertx);
    this.context = context;
    this.idle = idle;
  }

  /**
   * Makes one, binds it in the registry, and closes it when the context has stopped.
   *
   * @param idle how long nothing may come and go on a connection until it is closed
   */
  public static void bind(CamelContext context, VertxOptions options, Duration idle) {
    // Threads of a context that never came up shall not keep a process alive.
    Vertx vertx = Vertx.vertx(new VertxOptions(options).setUseDaemonThread(true));
    context.getRegistry().bind("vertx", new DoorVertx((VertxInternal) vertx, context, idle));
    context.addLifecycleStrategy(
        new LifecycleStrategySupport() {
          @Override
          public void onContextStopped(CamelContext stopped) {
            vertx.close();
          }
        });
  }

  @Override
  public HttpServer createHttpServer(HttpServerOptions options) {
    HttpServer server =
        super.createHttpServer(
                new HttpServerOptions(options)
                    .setHttp2ClearTextEnabled(false)
                    .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                    .setIdleTimeout(Math.toIntExact(idle.toMillis())))
            .invalidRequestHandler(new UnreadableRequests());
    return (HttpServer)
        Proxy.newProxyInstance(
            DoorVertx.class.getClassLoader(),
            new Class<?>[] {HttpServer.class},
            (proxy, method, arguments) -> {
              if (arguments != null
                  && arguments.length == 1
                  && arguments[0] instanceof Router door) {
                closeUntilStarted(door);
              }
              try {
                Object result = method.invoke(server, arguments);
                return result == server ? proxy : result;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private void closeUntilStarted(Router door) {
    EdgeAnswer answer = new EdgeAnswer();
    door.route()
        .order(BEFORE_ALL)
        .handler(
            request -> {
              if (context.isStarted()) {
                request.next();
              } else {
                answer.sendAndClose(
                    request.request(), Problems.NOT_OPEN.problem(), request.vertx());
              }
            });
  }
}
