import type { HttpOfframpConfig } from '../../config.ts'
import { failureOf, type OutgoingAnswer, openHttpPool } from '../../outgoing/openHttpPool.ts'
import { signCall } from '../../outgoing/signCall.ts'
import type { OfframpContext } from '../createOfframp.ts'
import { OfframpRefusedError, OfframpUnavailableError } from '../errors.ts'
import { reasonOf } from './reasonOf.ts'

/**
 * One call to the provider. `idempotencyKey` identifies the record that the call creates. `movesMoney`: a 409 is not a rejection,
 * because an earlier call with the same key may still be running. Money that is still being sent must not be reported as failed.
 */
export type ProviderCall =
  | { method: 'GET'; path: string }
  | { method: 'PUT'; path: string; body: object }
  | { method: 'POST'; path: string; body: object; idempotencyKey: string; movesMoney?: true }

/** Sends signed HTTP calls to the provider over kept-alive connections. Disposal ends the calls in progress. */
export type ProviderTransport = AsyncDisposable & {
  /**
   * Sends one call; returns its JSON, and null for a response without a body.
   *
   * @throws OfframpUnavailableError, OfframpRefusedError
   */
  send(call: ProviderCall): Promise<unknown>
}

/**
 * The maximum time from the first byte sent to the last byte received. Merchants' calls do not wait that long; a response that arrives
 * later is still stored.
 */
const DEADLINE_MS = 8_000
/** The maximum size of a response; each report of a record is a few hundred bytes. */
const MAX_ANSWER_BYTES = 256 * 1024

const NOT_FOUND = 404
const CONFLICT = 409
/** Statuses that concern this service or a temporary condition, so the host retries the call. */
const ASKED_AGAIN: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 421, 425, 429])

/** Opens a pool; sends nothing before the first call. Tests shorten `deadlineMs`. */
export function openProviderTransport(
  context: Pick<OfframpContext, 'now' | 'random'>,
  settings: Pick<HttpOfframpConfig, 'id' | 'url' | 'secret'>,
  { deadlineMs = DEADLINE_MS } = {},
): ProviderTransport {
  const pool = openHttpPool(settings.url, { maxBytes: MAX_ANSWER_BYTES })
  const provider = settings.id
  const unavailable = (reason: string, cause?: unknown) =>
    new OfframpUnavailableError({ provider, reason }, { cause })
  const unavailableFor = (status: number) =>
    new OfframpUnavailableError({
      provider,
      reason: `it returned HTTP ${status}`,
      isOfRecord: status === NOT_FOUND,
    })

  function exchange(call: ProviderCall, signal: AbortSignal): Promise<OutgoingAnswer> {
    const text = 'body' in call ? JSON.stringify(call.body) : ''
    const headers = {
      accept: 'application/json',
      ...('body' in call && { 'content-type': 'application/json' }),
      ...('idempotencyKey' in call && { 'idempotency-key': call.idempotencyKey }),
      ...signCall(context, settings.secret, text),
    }
    const { method, path } = call
    return pool.send({ method, path, headers, body: text === '' ? null : text }, signal)
  }

  /** The provider's response may repeat the host's request, so an error contains only the response's code. */
  function readAnswer({ status, text, json }: OutgoingAnswer, call: ProviderCall): unknown {
    const body = text === '' ? null : json
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
      const answer = await exchange(call, signal).catch((cause) => {
        const { problem, detail } = failureOf(cause, { signal, deadlineMs })
        throw unavailable(SENTENCES[problem](detail), cause)
      })
      return readAnswer(answer, call)
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

const SENTENCES = {
  too_large: (limit: string) => `its response has ${limit}`,
  deadline: (limit: string) => `it did not respond within ${limit}`,
  unreachable: (name: string) => `it cannot be reached (${name})`,
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}
