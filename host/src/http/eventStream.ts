/** One server-sent event. None of the texts has a line break. */
export type ServerEvent = { event: string; id: string; data: string }

/** The destination of a stream's events. */
export type EventSink = {
  send(event: ServerEvent): void
  /** Ends the stream before its time. */
  end(): void
}

/**
 * A response as text/event-stream. `open` is called once, when the headers are out, and returns a function that ends
 * the watch. It is called also where the caller has hung up already, and then ends at once.
 */
export class EventStream {
  readonly open: (sink: EventSink) => () => void

  constructor(open: (sink: EventSink) => () => void) {
    this.open = open
  }
}

/** Writes an event in its wire format. */
export function formatEvent({ event, id, data }: ServerEvent): string {
  return `event: ${event}\nid: ${id}\ndata: ${data}\n\n`
}
