import { createCircuit, OPEN_MS } from '../../outgoing/createCircuit.ts'
import { failureOf, openHttpPool } from '../../outgoing/openHttpPool.ts'
import { PriceSourceError } from '../errors.ts'
import type { PriceContext } from '../priceContext.ts'
import type { Observation, PricePair } from '../prices.ts'
import type { PriceSource } from './priceSource.ts'

/** The part of an HTTP API that differs from source to source. */
export type HttpApi = {
  id: string
  /** The API's public URL. */
  url: string
  lists(pair: PricePair): boolean
  current: HttpRead
  /** Absent if the API has no history of minutes. */
  past?: (time: Date) => HttpRead
}

/** One call, and the reader of its response. */
type HttpRead = {
  path(pair: PricePair): string
  /** Returns the price; null if the response contains none. Without `at`, the price is as old as the response. */
  parse(json: unknown, pair: PricePair): { rate: bigint; at?: Date } | null
}

/** A payer waits for the price. */
const DEADLINE_MS = 3_000
/** The longest responses (all rates of a currency, or five minutes) are about 20 kB. */
const MAX_ANSWER_BYTES = 256 * 1024

/** Opens a source behind an HTTP API; nothing is sent before the first read. The source pauses after repeated failures. */
export function openHttpSource(
  { log, now }: PriceContext,
  api: HttpApi,
  { url = api.url, headers = {}, deadlineMs = DEADLINE_MS }: HttpOptions = {},
): PriceSource & AsyncDisposable {
  const pool = openHttpPool(url, { maxBytes: MAX_ANSWER_BYTES })
  const circuit = createCircuit({
    nowMs: () => now().getTime(),
    onOpen: (failures) =>
      log.warn(
        { source: api.id, failures, restMs: OPEN_MS },
        'Opened the circuit to a price source',
      ),
    onClose: () => log.info({ source: api.id }, 'Closed the circuit to a price source'),
  })

  async function get(path: string): Promise<unknown> {
    const permit = circuit.enter()
    if (permit === null) throw new PriceSourceError('it failed repeatedly and is not called now')
    const signal = AbortSignal.timeout(deadlineMs)
    const call = {
      method: 'GET',
      path,
      headers: { accept: 'application/json', ...headers },
    } as const
    try {
      const { status, json } = await pool.send({ ...call, body: null }, signal)
      // An unknown pair is not a failure of the API.
      if (status >= 500 || status === 429 || status === 401 || status === 403) permit.failed()
      else permit.succeeded()
      if (status !== 200) throw new PriceSourceError(`HTTP ${status}`)
      return json
    } catch (cause) {
      if (cause instanceof PriceSourceError) throw cause
      permit.failed()
      const { problem, detail } = failureOf(cause, { signal, deadlineMs })
      throw new PriceSourceError(`${problem}: ${detail}`, { cause })
    }
  }

  async function observe(read: HttpRead, pair: PricePair): Promise<Observation> {
    const json = await get(read.path(pair))
    const found = read.parse(json, pair)
    if (found === null) throw new PriceSourceError('its response has no usable price')
    return { source: api.id, rate: found.rate, at: found.at ?? now() }
  }

  const { past } = api
  return {
    id: api.id,
    kind: 'market',
    lists: (pair) => api.lists(pair),
    read: (pair) => observe(api.current, pair),
    ...(past && { readAt: (pair, time) => observe(past(time), pair) }),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

type HttpOptions = {
  /** A stand-in or a proxy in place of the public URL. */
  url?: string | undefined
  headers?: Readonly<Record<string, string>>
  deadlineMs?: number
}
