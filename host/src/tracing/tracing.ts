/**
 * Records the host's work as spans for OpenTelemetry. Names and attributes come from the code, never from a caller: no span contains a
 * secret, a token, an address, a URL or the text of an error.
 */
export type Tracing = AsyncDisposable & {
  /**
   * Runs work as a trace, if it is sampled; `note` adds attributes to its span. Continues the caller's trace if `traceparent` is a valid
   * header of W3C Trace Context.
   */
  trace<T>(
    span: SpanFacts & { traceparent?: string | undefined },
    run: (note: NoteSpan) => Promise<T>,
  ): Promise<T>
  /** Begins a span within the trace of the current work, and returns the function that ends it. Without a trace, both do nothing. */
  begin(describe: () => SpanFacts): EndSpan
}

/** The name and the kind of a span, with its attributes. */
export type SpanFacts = {
  name: string
  kind: 'client' | 'internal' | 'producer' | 'server'
  attributes: Attributes
}

/** The attributes of a span by their names. */
type Attributes = Readonly<Record<string, string | number | boolean>>

/** Adds attributes to a span. `errorType` marks its work as failed. */
type NoteSpan = (attributes: Attributes, errorType?: string) => void

/** Ends a span; with the error if its work failed. */
export type EndSpan = (error?: unknown) => void
