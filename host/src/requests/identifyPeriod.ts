import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/** The source of a request's id, salt and reference. */
export type RequestIdentity = { idAt: Date; random: Context['random'] }

/**
 * The identity of the request of one period of a series, which the service creates automatically: always the same for
 * one series and period. So a host that was restored from a backup creates the same request again, and finds the
 * payments made to it since. The key of the hosts keeps it unguessable: the salt of the series' first request alone has
 * 8 bytes, and anyone with that request's reference could search for it.
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
