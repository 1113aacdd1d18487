import type { ApiOptions } from '../api.ts'
import { TRANSPORT, trimBase } from './readMetadata.ts'

/** The service's updates of the payment: a stream of events that reopens whenever it ends. */
export type Live = {
  /** Opens the stream, if it is not open. */
  start(): void
  /** Closes the stream: the page is hidden, or no update would matter. */
  stop(): void
}

/** The dependencies of the stream. */
export type LiveOptions = {
  readonly apiOptions: ApiOptions
  /** Called when something has changed: the page reads the payment. */
  readonly onChange: () => void
  /** Whether the stream delivers updates, so that polling may slow down. */
  readonly onAlive: (isAlive: boolean) => void
  /** Returns a number from 0 to 1, for jitter. */
  readonly random?: () => number
}

/** A service that sends nothing within this time does not stream. */
const OPEN_MS = 10_000
/** The service sends data every 15 s, so a connection that is silent for this time is broken. */
const SILENT_MS = 40_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** After this many consecutive failures, the stream is not retried until the page becomes visible again. */
const MAX_FAILURES = 6
/** The maximum length of an event; the service's events have about 120 characters. */
const MAX_BLOCK = 4_096
const LINE = /^(?:$|:|(?:event|data|id|retry)(?::|$))/

/** The service rejects streams: it does not stream, or this page may not read the payment. */
class RefusedStreamError extends Error {}

/** The service is at capacity; its response states the delay. */
class BusyStreamError extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('The service has reached its limit of streams.')
    this.waitMs = waitMs
  }
}

/** Creates a closed stream. A failed stream is not a payment error: polling continues. */
export function createLive(options: LiveOptions): Live {
  let open: AbortController | null = null
  let isRefused = false
  const memory: Memory = { lastId: null }

  async function run(controller: AbortController): Promise<void> {
    const { signal } = controller
    let failures = 0
    while (!signal.aborted && !isRefused && failures < MAX_FAILURES) {
      let waitMs = 0
      try {
        const wasAlive = await readStream(options, memory, signal)
        failures = wasAlive ? 0 : failures + 1
      } catch (error) {
        if (error instanceof RefusedStreamError) isRefused = true
        if (error instanceof BusyStreamError) waitMs = error.waitMs
        failures += 1
      }
      if (signal.aborted) return
      options.onAlive(false)
      await pause(Math.max(waitMs, backoff(failures, options.random ?? Math.random)), signal)
    }
    if (open === controller) open = null
  }

  return {
    start() {
      if (open !== null || isRefused) return
      open = new AbortController()
      void run(open)
    },
    stop() {
      if (open === null) return
      open.abort()
      open = null
      options.onAlive(false)
    },
  }
}

/** State that persists between connections. */
type Memory = { lastId: string | null }

/**
 * Reads a connection to its end and returns whether it delivered an update. Throws if the service does not stream.
 */
async function readStream(
  { apiOptions, onChange, onAlive }: LiveOptions,
  memory: Memory,
  lifetime: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController()
  const signal = AbortSignal.any([lifetime, silence.signal])
  let timer = setTimeout(() => silence.abort(), OPEN_MS)
  let isAlive = false
  try {
    const reader = await openStream(apiOptions, memory, signal)
    const decoder = new TextDecoder()
    let unread = ''
    while (true) {
      const { done, value } = await reader.read()
      if (done) return isAlive
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENT_MS)
      const blocks = (unread + decoder.decode(value, { stream: true }))
        .replace(/\r\n?/g, '\n')
        .split('\n\n')
      unread = blocks.pop() ?? ''
      if (unread.length > MAX_BLOCK) throw new TypeError('The text is too long for an event.')
      const told = blocks.map((block) => readBlock(block, memory))
      // The stream counts as alive only after its first bytes, because a proxy may buffer the whole response.
      if (blocks.length > 0 && !isAlive) {
        isAlive = true
        onAlive(true)
      }
      if (told.includes(true)) onChange()
    }
  } catch (error) {
    // A stream that delivered updates was interrupted, which is how most streams end.
    if (isAlive && !lifetime.aborted) return true
    throw error
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

async function openStream(
  { apiBase, token, clientId, fetch }: ApiOptions,
  { lastId }: Memory,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const url = `${trimBase(apiBase)}/v2/secure-payments/${encodeURIComponent(token)}/events`
  const answer = await fetch(url, {
    ...TRANSPORT,
    signal,
    cache: 'no-store',
    headers: {
      accept: 'text/event-stream',
      ...(clientId === null ? {} : { 'x-client-id': clientId }),
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
  })
  const { status, headers, body } = answer
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get('retry-after'))
    throw new BusyStreamError(
      seconds > 0 ? Math.min(seconds * 1_000, 10 * MAX_WAIT_MS) : MAX_WAIT_MS,
    )
  }
  if (status >= 400 && status < 500) throw new RefusedStreamError()
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  if (status !== 200 || !isStream || !body)
    throw new TypeError('The response is not a stream of events.')
  return body.getReader()
}

/** Returns whether a block is a change; a comment is not. Throws if the block is not part of an event stream. */
function readBlock(block: string, memory: Memory): boolean {
  const lines = block.split('\n')
  if (block.length > MAX_BLOCK || !lines.every((line) => LINE.test(line))) {
    throw new TypeError('This is no event.')
  }
  const fieldOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  if (fieldOf('event') !== 'changed') return false
  // The id is sent in a header, which accepts only valid values.
  const id = fieldOf('id') ?? ''
  memory.lastId = /^[\x21-\x7e]{1,200}$/.test(id) ? id : null
  return true
}

/** Returns a delay in milliseconds: it doubles from one second to one minute, minus a random part of up to half. */
function backoff(failures: number, random: () => number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), MAX_WAIT_MS)
  return full * (1 - random() / 2)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = () => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener('abort', stop, { once: true })
  return promise
}
