import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Context } from '../context.ts'
import { totalsBucket } from './paymentTotals.ts'
import type { TimeRange } from './periods.ts'

/** The total of a number of payments; `usdUnits` is the sum of the known values in units of 10^-8 US dollars. */
export type Total = { paymentCount: number; unvaluedCount: number; usdUnits: bigint }

/** The totals of a merchant's received payments and of its payouts. */
export type Totals = { received: Total; paidOut: Total }

const USD_UNIT = 10n ** BigInt(FIAT_DECIMALS)

/**
 * Reads the totals of a tenant in each range, in one statement. The ranges are in order, do not overlap, and begin and
 * end at quarters of an hour.
 */
export async function readTotals(
  { db }: Pick<Context, 'db'>,
  { tenantId, ranges }: { tenantId: string; ranges: readonly TimeRange[] },
): Promise<readonly Totals[]> {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await db.kysely
    .selectFrom('payment_totals')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('is_payout', 'in', [0, 1])
    .where('bucket', '>=', totalsBucket(first.from))
    .where('bucket', '<', totalsBucket(last.until))
    .orderBy('bucket')
    .execute()
  let at = 0
  return ranges.map(({ until }) => {
    const end = totalsBucket(until)
    const totals = { received: NONE, paidOut: NONE }
    for (let row = rows[at]; row !== undefined && row.bucket < end; row = rows[++at]) {
      const kind = row.is_payout === 1 ? 'paidOut' : 'received'
      totals[kind] = sumTotals(totals[kind], {
        paymentCount: Number(row.payment_count),
        unvaluedCount: Number(row.unvalued_count),
        usdUnits: BigInt(row.usd_whole) * USD_UNIT + BigInt(row.usd_fraction),
      })
    }
    return totals
  })
}

const NONE: Total = { paymentCount: 0, unvaluedCount: 0, usdUnits: 0n }

/** Adds two totals. */
export function sumTotals(left: Total, right: Total): Total {
  return {
    paymentCount: left.paymentCount + right.paymentCount,
    unvaluedCount: left.unvaluedCount + right.unvaluedCount,
    usdUnits: left.usdUnits + right.usdUnits,
  }
}
