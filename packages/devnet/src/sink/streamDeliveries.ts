import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DeliveryLog, LogChange } from './deliveryLog.ts'

/**
 * The maximum number of unread bytes per reader; above this number, the sink closes the stream, and the reader reconnects and catches up.
 */
const MAX_BUFFERED_BYTES = 8_000_000

/**
 * Sends server-sent events until the reader disconnects: each stored delivery, then each new one. The event `delivery` has the sequence
 * as its id and the delivery as JSON; `cleared` follows when the log is emptied. A reader that reconnects with `Last-Event-ID` receives
 * only the events that it missed.
 */
export function streamDeliveries(
  log: DeliveryLog,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  })
  response.flushHeaders()
  const write = (change: LogChange) => {
    response.write(format(change))
    if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy()
  }

  const lastSeen = Number(request.headers['last-event-id'] ?? 0)
  for (const entry of log.entries()) {
    if (!(entry.sequence <= lastSeen)) write({ kind: 'added', entry })
  }
  const stop = log.listen(write)
  response.once('close', stop)
}

function format(change: LogChange): string {
  switch (change.kind) {
    case 'added': {
      const { sequence, delivery } = change.entry
      return `id: ${sequence}\nevent: delivery\ndata: ${JSON.stringify(delivery)}\n\n`
    }
    case 'cleared':
      return 'event: cleared\ndata: {}\n\n'
    default:
      return change satisfies never
  }
}
