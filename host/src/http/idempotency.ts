import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { isLate } from '../db/errors.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { NewRow } from '../db/schema.ts'
import {
  IdempotencyKeyInFlightError,
  IdempotencyKeyReusedError,
  InvalidIdempotencyKeyError,
} from './errors.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * The claim of one idempotent call: an action stores `row(answer)` in the same transaction as its records, so both
 * exist or neither does.
 */
export type IdempotencyClaim = { row(status: number, body: unknown): NewRow<'idempotency_keys'> }

/** The stored response of an earlier call with the same key and body. */
type StoredAnswer = { status: number; text: string }

/** Stores responses by idempotency key. */
export type Idempotency = {
  /**
   * Runs `action`, or returns the stored response if the key was used. Of two concurrent calls on one host, the second
   * is rejected and must be retried. On different hosts, both run, the database commits one, and both return its
   * response.
   *
   * @throws InvalidIdempotencyKeyError, IdempotencyKeyReusedError, IdempotencyKeyInFlightError
   */
  run<T>(
    call: { key: string; scope: string; body: unknown },
    action: (claim: IdempotencyClaim) => Promise<T>,
  ): Promise<{ result: T } | { stored: StoredAnswer }>
}

const selectAnswer = preparedRead((kysely) =>
  kysely
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'response_status', 'response_body'])
    .where('scope', '=', TEXT)
    .where('key', '=', TEXT)
    .compile(),
)

/** Creates the store of idempotency keys. */
export function createIdempotency(context: Pick<Context, 'db' | 'now'>): Idempotency {
  const running = new Set<string>()
  const find = async (scope: string, key: string, bodyHash: string) => {
    const [row] = await selectAnswer(context.db, scope, key)
    if (row === undefined) return null
    if (row.body_hash !== bodyHash) throw new IdempotencyKeyReusedError()
    return { status: row.response_status ?? 200, text: row.response_body ?? '' }
  }
  return {
    async run({ key, scope, body }, action) {
      if (!KEY.test(key)) throw new InvalidIdempotencyKeyError()
      const bodyHash = hash('sha256', canonicalJson(body), 'hex')
      const name = `${scope} ${key}`
      if (running.has(name)) throw new IdempotencyKeyInFlightError()
      running.add(name)
      try {
        const stored = await find(scope, key, bodyHash)
        if (stored !== null) return { stored }
        try {
          return { result: await action(createClaim(context, { scope, key, bodyHash })) }
        } catch (error) {
          if (isLate(error)) throw error
          // Another host may have committed this key first, or this host may have committed it before its connection broke. In
          // both cases, the caller gets the stored response.
          const won = await find(scope, key, bodyHash)
          if (won === null) throw error
          return { stored: won }
        }
      } finally {
        running.delete(name)
      }
    },
  }
}

function createClaim(
  context: Pick<Context, 'now'>,
  facts: { scope: string; key: string; bodyHash: string },
): IdempotencyClaim {
  return {
    row: (status, body) => ({
      scope: facts.scope,
      key: facts.key,
      body_hash: facts.bodyHash,
      state: 'done',
      response_status: status,
      response_body: JSON.stringify(body),
      created_at: context.now().toISOString(),
    }),
  }
}

/** Writes JSON with sorted keys, so that the order of members does not matter. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
