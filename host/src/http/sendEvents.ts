import type { ServerResponse } from 'node:http'
import { type EventStream, formatEvent } from './eventStream.ts'

/** Proxies and phones keep a connection that carries data this often. */
const HEARTBEAT_MS = 15_000
/** The unread data that is allowed beyond the connection's own buffer: some 40 events. */
const MAX_UNREAD_BYTES = 8_192

/**
 * Sends a stream of events with these headers in addition to its own. It ends after `lifetimeMs`, when one of the
 * signals aborts, and when the reader hangs up. A reader without any read from one heartbeat to the next, or with too
 * much unread data, is cut off.
 */
export function sendEvents(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  {
    stream,
    signals,
    lifetimeMs,
  }: { stream: EventStream; signals: readonly AbortSignal[]; lifetimeMs: number },
): void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    // A proxy that compresses a response also holds it back.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  }
  // The first bytes show the reader at once that nothing holds the stream back.
  write(':\n\n')
  const end = (): void => void response.end()
  const stopWatching = stream.open({ send: (event) => write(formatEvent(event)), end })
  const heartbeat = setInterval(() => {
    // Data from a heartbeat ago has still not left: the other end does not read.
    if (response.writableLength > 0) response.destroy()
    else write(':\n\n')
  }, HEARTBEAT_MS)
  const lifetime = setTimeout(end, lifetimeMs)
  for (const signal of signals) signal.addEventListener('abort', end, { once: true })
  const release = (): void => {
    clearInterval(heartbeat)
    clearTimeout(lifetime)
    for (const signal of signals) signal.removeEventListener('abort', end)
    stopWatching()
  }
  if (response.closed || response.destroyed) release()
  else response.once('close', release)
  if (signals.some(({ aborted }) => aborted)) end()
}
