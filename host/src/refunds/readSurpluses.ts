import { divide } from '@secure-payment/core'
import type { Database } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { among } from '../search/among.ts'
import { readKept } from './keptSurpluses.ts'
import { isDust } from './refundAmounts.ts'

type Request = Pick<Row<'requests'>, 'id' | 'is_payout' | 'paid_units' | 'expected_units'>

/**
 * Reads each request's surplus, in settlement units: its payments above its amount, less refund payments and the money that the merchant
 * keeps. Requests without a surplus, or with only dust as their surplus, are absent.
 */
export async function readSurpluses(
  db: Pick<Database, 'kysely' | 'dialect'>,
  requests: readonly Request[],
): Promise<ReadonlyMap<string, bigint>> {
  const surpluses = new Map(
    requests.flatMap((request) => {
      const units = BigInt(request.paid_units) - BigInt(request.expected_units)
      return request.is_payout === 0 && units > 0n ? [[request.id, units] as const] : []
    }),
  )
  if (surpluses.size === 0) return surpluses
  const ids = [...surpluses.keys()]
  const [refunds, decisions] = await Promise.all([readPaid(db, ids), readKept(db.kysely, ids)])
  for (const [id, { kept_units }] of decisions) {
    surpluses.set(id, (surpluses.get(id) ?? 0n) - BigInt(kept_units))
  }
  for (const refund of refunds) {
    const { request_id, invoice_units, amount_units, paid_units } = refund
    // Anyone can pay a refund's reference, so money above a refund's amount does not count towards other refunds.
    const amount = BigInt(amount_units)
    const paid = BigInt(paid_units) < amount ? BigInt(paid_units) : amount
    const units =
      invoice_units === null ? paid : divide(BigInt(invoice_units) * paid, amount, 'down')
    surpluses.set(request_id, (surpluses.get(request_id) ?? 0n) - units)
  }
  for (const { id, expected_units } of requests) {
    const units = surpluses.get(id) ?? 0n
    if (units <= 0n || isDust(units, BigInt(expected_units))) surpluses.delete(id)
  }
  return surpluses
}

/** Reads these requests' refunds that have a confirmed payment. */
function readPaid(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  requestIds: readonly string[],
) {
  return kysely
    .selectFrom('refunds')
    .innerJoin('requests', 'requests.id', 'refunds.refund_request_id')
    .select(['refunds.request_id', 'refunds.amount_units', 'refunds.invoice_units'])
    .select('requests.paid_units')
    .where(among(dialect, 'refunds.request_id', requestIds))
    .where('refunds.cancelled_at', 'is', null)
    .where('requests.paid_units', '!=', '0')
    .execute()
}
