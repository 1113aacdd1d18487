import type { Pool } from 'undici'

/** One call to the service; `path` is appended to the path of the service's URL. */
type OutgoingCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Readonly<Record<string, string>>
  /** The body as JSON text; null for a call without a body. */
  body: string | null
}

/** A response of any status. `json` is undefined if the text is not JSON, because no JSON value is undefined. */
export type OutgoingAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  json: unknown
}

/** Sends HTTP calls to one configured service over kept-alive connections. Disposal ends the calls in progress. */
export type HttpPool = AsyncDisposable & {
  /**
   * Sends one call and reads the whole response. Follows no redirects, because a redirected call would send keys elsewhere.
   *
   * @throws AnswerTooLongError, the signal's reason, or the connection's own error
   */
  send(call: OutgoingCall, signal: AbortSignal): Promise<OutgoingAnswer>
}

/** A response exceeded its reader's size limit. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError'

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
  }
}

const MAX_CONNECTIONS = 16

/**
 * Opens a pool to the origin of a service's URL; nothing is sent before the first call. For URLs from users, see
 * `safeFetch.ts`.
 */
export function openHttpPool(serviceUrl: string, { maxBytes }: { maxBytes: number }): HttpPool {
  const { origin, pathname } = new URL(serviceUrl)
  const basePath = pathname.replace(/\/$/, '')
  // The first call loads the library, because it is large and a process may never call a service.
  let opened: Promise<Pool> | null = null
  const openPool = async () => {
    const undici = await import('undici')
    return new undici.Pool(origin, { connections: MAX_CONNECTIONS })
  }
  return {
    async send({ path, ...call }, signal) {
      opened ??= openPool()
      const pool = await opened
      const answer = await pool.request({ ...call, path: basePath + path, signal })
      const text = await readCapped(answer.body, maxBytes)
      return { status: answer.statusCode, headers: answer.headers, text, json: parseJson(text) }
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy()
    },
  }
}

/** Returns the reason why a call through {@link HttpPool} failed; `detail` names the limit, or the connection's error. */
export function failureOf(
  error: unknown,
  { signal, deadlineMs }: { signal: AbortSignal; deadlineMs: number },
): { problem: 'too_large' | 'deadline' | 'unreachable'; detail: string } {
  if (error instanceof AnswerTooLongError) return { problem: 'too_large', detail: error.message }
  if (signal.aborted) return { problem: 'deadline', detail: `${deadlineMs} ms` }
  return { problem: 'unreachable', detail: nameOf(error) }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

async function readCapped(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new AnswerTooLongError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
