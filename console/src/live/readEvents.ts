/** The service refused the stream of changes. */
export class RefusedStreamError extends Error {
  readonly status: number
  /** The delay that the service requested; null if it requested none. */
  readonly waitMs: number | null

  constructor(status: number, waitMs: number | null) {
    super(`The service returned ${status} for the stream of changes.`)
    this.status = status
    this.waitMs = waitMs
  }
}

/** The callbacks of a stream's reader. */
export type EventReader = {
  /** Called when the first bytes have arrived, so no proxy buffers the stream. */
  onAlive(): void
  onEvent(event: { id: string; data: string }): void
}

/** A service that sends nothing within this time does not stream. */
const OPEN_MS = 10_000
/** The service sends data every 15 s, so a connection that is silent for this time is broken. */
const SILENT_MS = 40_000
/** The maximum length of an event; the service's events have at most about 1,200 characters. */
const MAX_BLOCK = 16_384

/**
 * Reads the stream of the merchant's changes to its end. A connection that breaks after the first bytes counts as the stream's end.
 *
 * @throws RefusedStreamError, or the browser's error if there is no response
 */
export async function readEvents(
  lastId: string | null,
  lifetime: AbortSignal,
  { onAlive, onEvent }: EventReader,
): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([lifetime, silence.signal])
  let timer = setTimeout(() => silence.abort(), OPEN_MS)
  let isAlive = false
  try {
    const reader = await open(lastId, signal)
    const decoder = new TextDecoder()
    let unread = ''
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENT_MS)
      const blocks = (unread + decoder.decode(value, { stream: true })).split('\n\n')
      unread = blocks.pop() ?? ''
      if (unread.length > MAX_BLOCK) throw new TypeError('The text is too long for an event.')
      if (blocks.length > 0 && !isAlive) {
        isAlive = true
        onAlive()
      }
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event !== null) onEvent(event)
      }
    }
  } catch (error) {
    if (!isAlive) throw error
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

async function open(
  lastId: string | null,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { status, headers, body } = await fetch(`${location.origin}/v2/payments/events`, {
    signal,
    cache: 'no-store',
    headers: {
      accept: 'text/event-stream',
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
  })
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  if (status !== 200 || !isStream || body === null) {
    const seconds = Number(headers.get('retry-after'))
    throw new RefusedStreamError(status, seconds > 0 ? seconds * 1_000 : null)
  }
  return body.getReader()
}

/** Returns a `changed` event; null for a comment, or an event from a later release. */
function parseBlock(block: string): { id: string; data: string } | null {
  const lines = block.split('\n')
  const fieldOf = (name: string): string =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  if (fieldOf('event') !== 'changed') return null
  return { id: fieldOf('id'), data: fieldOf('data') }
}
