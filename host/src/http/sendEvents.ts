import type { ServerResponse } from 'node:http'
import { type EventStream, formatEvent } from './eventStream.ts'

/** Proxies and phones keep a connection open if it carries data this often. */
const HEARTBEAT_MS = 15_000
/** The unread data that is allowed beyond the connection's own buffer, about 40 events. */
const MAX_UNREAD_BYTES = 8_192

/**
 * Sends a stream of events with these headers in addition to its own. The stream ends after `lifetimeMs`, when one of the signals aborts,
 * or when the reader disconnects. The host disconnects a reader that reads nothing from one heartbeat to the next, or leaves too much
 * data unread.
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
    // A proxy that compresses a response also buffers it.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  }
  // The first bytes are sent at once and show the reader that no proxy buffers the stream.
  write(stream.retryMs === undefined ? ':\n\n' : `retry: ${stream.retryMs}\n\n`)
  const end = (): void => void response.end()
  const stopWatching = stream.open({ send: (event) => write(formatEvent(event)), end })
  const heartbeat = setInterval(() => {
    // Data from before this heartbeat is still unsent, so the reader does not read.
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
