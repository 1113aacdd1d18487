import { createUlid } from '@secure-payment/core'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { Pool } from 'undici'
import type { HttpOfframpConfig } from '../../readOfframpConfig.ts'
import type { OfframpContext } from '../createOfframp.ts'
import { OfframpRefusedError, OfframpUnavailableError } from '../errors.ts'
import { reasonOf } from './reasonOf.ts'

/**
 * One call of the provider. `idempotencyKey` names the record that it creates. `movesMoney`: a 409 is not a refusal,
 * because an earlier call with the same key may still be running. Money that is still sent must not be reported as
 * failed.
 */
export type ProviderCall =
  | { method: 'GET'; path: string }
  | { method: 'PUT'; path: string; body: object }
  | { method: 'POST'; path: string; body: object; idempotencyKey: string; movesMoney?: true }

/** Signed HTTP to the provider over kept connections. Disposing ends the calls in progress. */
export type ProviderTransport = AsyncDisposable & {
  /**
   * Sends one call; returns its JSON, and null for a response without a body.
   *
   * @throws OfframpUnavailableError, OfframpRefusedError
   */
  send(call: ProviderCall): Promise<unknown>
}

/**
 * From the first byte sent to the last one received. Calls of merchants wait less; the response is stored when it
 * comes.
 */
export const DEADLINE_MS = 8_000
/** Reports of one record have a few hundred bytes each. */
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_CONNECTIONS = 16
const ID_BYTES = 10

const NOT_FOUND = 404
const CONFLICT = 409
/** Statuses that concern this service or a temporary condition, and not the call. */
const ASKED_AGAIN: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 421, 425, 429])

/** Opens a pool; nothing is sent before the first call. Tests shorten `deadlineMs`. */
export function openProviderTransport(
  context: Pick<OfframpContext, 'now' | 'random'>,
  settings: Pick<HttpOfframpConfig, 'id' | 'url' | 'secret'>,
  { deadlineMs = DEADLINE_MS } = {},
): ProviderTransport {
  const base = new URL(settings.url)
  const provider = settings.id
  const unavailable = (reason: string, cause?: unknown) =>
    new OfframpUnavailableError({ provider, reason }, { cause })
  const unavailableFor = (status: number) =>
    new OfframpUnavailableError({
      provider,
      reason: `it returned HTTP ${status}`,
      isOfRecord: status === NOT_FOUND,
    })
  // The library is large, and a host may never have a payer.
  let opened: Promise<Pool> | null = null
  const openPool = async () => {
    const undici = await import('undici')
    return new undici.Pool(base.origin, { connections: MAX_CONNECTIONS })
  }

  /** Each call has its own id, a repeated one too: a repeated id is a replay. */
  function sign(text: string): Record<string, string> {
    const now = context.now().getTime()
    const timestampS = Math.floor(now / 1_000)
    const id = `msg_${createUlid(now, context.random(ID_BYTES))}`
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': standardWebhookSignature(settings.secret, id, timestampS, text),
    }
  }

  async function exchange(call: ProviderCall, signal: AbortSignal): Promise<RawAnswer> {
    opened ??= openPool()
    const pool = await opened
    const text = 'body' in call ? JSON.stringify(call.body) : ''
    const answer = await pool.request({
      method: call.method,
      path: base.pathname.replace(/\/$/, '') + call.path,
      headers: {
        accept: 'application/json',
        ...('body' in call && { 'content-type': 'application/json' }),
        ...('idempotencyKey' in call && { 'idempotency-key': call.idempotencyKey }),
        ...sign(text),
      },
      body: text === '' ? null : text,
      signal,
    })
    return { status: answer.statusCode, text: await readCapped(answer.body, unavailable) }
  }

  /** The provider's response may repeat our request: no part of it goes into an error except a code. */
  function readAnswer({ status, text }: RawAnswer, call: ProviderCall): unknown {
    const body = text === '' ? null : parseJson(text)
    if (status >= 200 && status < 300) {
      if (body === undefined) throw unavailable('its response is not JSON')
      return body
    }
    const isPassing = status === CONFLICT && 'movesMoney' in call
    if (status < 400 || status >= 500 || ASKED_AGAIN.has(status) || isPassing) {
      throw unavailableFor(status)
    }
    throw new OfframpRefusedError({ provider, reason: reasonOf(codeOf(body)) ?? `HTTP ${status}` })
  }

  return {
    async send(call) {
      const signal = AbortSignal.timeout(deadlineMs)
      let answer: RawAnswer
      try {
        answer = await exchange(call, signal)
      } catch (cause) {
        if (cause instanceof OfframpUnavailableError) throw cause
        if (signal.aborted) throw unavailable(`it did not respond within ${deadlineMs} ms`, cause)
        throw unavailable(`it cannot be reached (${describe(cause)})`, cause)
      }
      return readAnswer(answer, call)
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy()
    },
  }
}

type RawAnswer = { status: number; text: string }

async function readCapped(
  stream: AsyncIterable<Buffer>,
  unavailable: (reason: string) => Error,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) {
      throw unavailable(`its response has more than ${MAX_ANSWER_BYTES} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined when it is no JSON: no JSON value is undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
