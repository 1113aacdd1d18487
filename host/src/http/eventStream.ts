/** One server-sent event; none of its strings contains a line break. */
export type ServerEvent = { event: string; id: string; data: string }

/** The destination of a stream's events. */
export type EventSink = {
  send(event: ServerEvent): void
  /** Ends the stream early. */
  end(): void
}

/**
 * A response as text/event-stream. `open` is called once, after the headers are sent, and returns a function that ends the watch. `open`
 * is also called if the caller has already disconnected; the watch then ends at once.
 */
export class EventStream {
  readonly open: (sink: EventSink) => () => void
  /** The milliseconds after which a reader should reopen an ended stream; undefined if the reader decides. */
  readonly retryMs: number | undefined

  constructor(
    open: (sink: EventSink) => () => void,
    { retryMs }: { retryMs?: number | undefined } = {},
  ) {
    this.open = open
    this.retryMs = retryMs
  }
}

/** Writes an event in its wire format. */
export function formatEvent({ event, id, data }: ServerEvent): string {
  return `event: ${event}\nid: ${id}\ndata: ${data}\n\n`
}
