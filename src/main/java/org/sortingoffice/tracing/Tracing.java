package org.sortingoffice.tracing;

/** Begins spans, or does nothing at all. */
public interface Tracing {
  /** No traces. Its spans are never begun: ask {@link #isOn} first. */
  Tracing OFF =
      new Tracing() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public Span begin(Role role, String name, String parent) {
          throw new IllegalStateException("there are no traces");
        }
      };

  /** On which side of a call a span stands. */
  enum Role {
    /** It answers a request. */
    SERVER,
    /** It works on what was left for it. */
    CONSUMER,
    /** It is part of another one's work. */
    INTERNAL,
    /** It asks somebody else. */
    CLIENT
  }

  /** Whether anybody wants to know. */
  boolean isOn();

  /**
   * Begins a span.
   *
   * @param name says what kind of work it is, and never which: few names, many spans
   * @param parent a {@code traceparent} (W3C Trace Context), or null for a new trace
   */
  Span begin(Role role, String name, String parent);

  /** A piece of work that has begun. */
  interface Span {
    /** What to give to whoever works on a part of it. */
    String traceparent();

    /** It turned out to be this kind of work. */
    Span rename(String name);

    /** Says something about it. */
    Span tell(String name, String value);

    /** Says something about it. */
    Span tell(String name, long value);

    /**
     * It went wrong.
     *
     * @param what a word or a line without anything that a customer wrote
     */
    void failed(String what);

    /** It is over. */
    void end();
  }
}
