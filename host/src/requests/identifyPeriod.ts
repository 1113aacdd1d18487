import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/** The time and the random bytes from which a request's id, salt and reference are derived. */
export type RequestIdentity = { idAt: Date; random: Context['random'] }

/**
 * Derives the identity of the request that the service creates automatically for one period of a series. The identity is always the same
 * for one series and period. A host that was restored from a backup therefore creates the same request again, and finds payments that
 * have arrived since. The hosts' key makes the identity impossible to guess. The salt of the series' first request alone would not
 * suffice. That salt has only 8 bytes, and anyone with the request's reference could search for it.
 */
export function identifyPeriod(
  { sealer }: Pick<Context, 'sealer'>,
  first: Pick<Row<'requests'>, 'id' | 'salt'>,
  begin: Date,
): RequestIdentity {
  const key = sealer.digest('period', `${first.id} ${first.salt}`)
  let draws = 0
  return {
    idAt: begin,
    random(bytes) {
      draws += 1
      const text = `${first.id} ${begin.toISOString()} ${draws}`
      return createHmac('sha256', key).update(text).digest().subarray(0, bytes)
    },
  }
}
