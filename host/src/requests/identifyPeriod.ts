import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/** The source of a request's id, salt and reference. */
export type RequestIdentity = { idAt: Date; random: Context['random'] }

/**
 * The identity of the request of one period of a series, which the service creates automatically: always the same for
 * one series and period. So a host that was restored from a backup creates the same request again, and finds the
 * payments made to it since. The salt of the series' first request, which is secret, keeps it unguessable.
 */
export function identifyPeriod(
  first: Pick<Row<'requests'>, 'id' | 'salt'>,
  begin: Date,
): RequestIdentity {
  let draws = 0
  return {
    idAt: begin,
    random(bytes) {
      draws += 1
      const text = `${first.id} ${begin.toISOString()} ${draws}`
      return createHmac('sha256', first.salt).update(text).digest().subarray(0, bytes)
    },
  }
}
