import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { API_KEY, usdcItem } from '../../support/testHost.ts'

/** Creates payments on hosts without a pause, and records the acknowledged payments. */
export type Load = AsyncDisposable & {
  /** The token of every 201 response, by idempotency key. */
  acknowledged: ReadonlyMap<string, string>
  /** Responses other than 201, by status; 0 means that the connection was rejected or broke. */
  refused: ReadonlyMap<number, number>
  /** The number of calls that each host has acknowledged, in the order of the URLs. */
  counts: readonly number[]
  /** Returns the longest duration of a call since the previous read, in ms. */
  takeSlowest(): number
}

const CALLERS_PER_HOST = 4
/** The pause after a failure. */
const PAUSE_MS = 10
/** A call's timeout, after which the call counts as broken. */
const CALL_MS = 30_000

/** Creates one payment; returns its token, and the response's status, or 0 without a response. */
export async function create(url: string, key: string): Promise<{ status: number; token: string }> {
  try {
    const answer = await fetch(`${url}/v2/secure-payments`, {
      method: 'POST',
      headers: {
        'x-api-key': API_KEY,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ requests: [usdcItem] }),
      signal: AbortSignal.timeout(CALL_MS),
    })
    const { token = '' } = (await answer.json()) as { token?: string }
    return { status: answer.status, token }
  } catch {
    return { status: 0, token: '' }
  }
}

/** Starts the load; disposing waits for the calls in progress. */
export function createLoad(urls: readonly string[]): Load {
  const name = randomUUID()
  const acknowledged = new Map<string, string>()
  const refused = new Map<number, number>()
  const counts = urls.map(() => 0)
  let isOver = false
  let number = 0
  let slowestMs = 0
  const call = async (url: string, host: number) => {
    while (!isOver) {
      number += 1
      const key = `load-${name}-${number}`
      const startedMs = performance.now()
      const { status, token } = await create(url, key)
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      if (status === 201) {
        acknowledged.set(key, token)
        counts[host] = (counts[host] ?? 0) + 1
      } else {
        refused.set(status, (refused.get(status) ?? 0) + 1)
        await delay(PAUSE_MS)
      }
    }
  }
  const callers = urls.flatMap((url, host) =>
    Array.from({ length: CALLERS_PER_HOST }, () => call(url, host)),
  )
  return {
    acknowledged,
    refused,
    counts,
    takeSlowest() {
      const taken = slowestMs
      slowestMs = 0
      return taken
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(callers)
    },
  }
}
