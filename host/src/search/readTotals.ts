import type { ReportingCurrency } from '@secure-payment/core/api'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Context } from '../context.ts'
import { totalsBucket } from './paymentTotals.ts'
import type { TimeRange } from './periods.ts'

/** The sum of the known worths in a currency, in units of 10^-8, and the number of payments without one. */
type Sum = { units: bigint; unvaluedCount: number }

/** The total of several payments, in US dollars and in the reporting currency. */
export type Total = { paymentCount: number; usd: Sum; reported: Sum }

/** The totals of a merchant's received payments and of its payouts. */
export type Totals = { received: Total; paidOut: Total }

const UNIT = 10n ** BigInt(FIAT_DECIMALS)

/** The totals to read. The ranges are in order, do not overlap, and begin and end on a quarter-hour. */
type Query = { tenantId: string; currency: ReportingCurrency; ranges: readonly TimeRange[] }

/** Reads a tenant's totals in each range, in one statement, because a payment could be recorded between two statements. */
export async function readTotals(
  context: Pick<Context, 'db'>,
  query: Query,
): Promise<readonly Totals[]> {
  const rows = await readRows(context, query)
  let at = 0
  return query.ranges.map(({ until }) => {
    const end = totalsBucket(until)
    const totals = { received: NONE, paidOut: NONE }
    for (let row = rows[at]; row !== undefined && row.bucket < end; row = rows[++at]) {
      const kind = row.is_payout === 1 ? 'paidOut' : 'received'
      totals[kind] = sumTotals(totals[kind], toTotal(row, query.currency))
    }
    return totals
  })
}

async function readRows({ db }: Pick<Context, 'db'>, { tenantId, currency, ranges }: Query) {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return []
  const inDollars = db.kysely
    .selectFrom('payment_totals')
    .selectAll('payment_totals')
    .where('payment_totals.tenant_id', '=', tenantId)
    .where('payment_totals.is_payout', 'in', [0, 1])
    .where('payment_totals.bucket', '>=', totalsBucket(first.from))
    .where('payment_totals.bucket', '<', totalsBucket(last.until))
    .orderBy('payment_totals.bucket')
  if (currency === 'USD') return inDollars.execute()
  return inDollars
    .leftJoin('fiat_totals', (join) =>
      join
        .onRef('fiat_totals.tenant_id', '=', 'payment_totals.tenant_id')
        .on('fiat_totals.currency', '=', currency)
        .onRef('fiat_totals.is_payout', '=', 'payment_totals.is_payout')
        .onRef('fiat_totals.bucket', '=', 'payment_totals.bucket'),
    )
    .select(['fiat_totals.payment_count as valued_count', 'whole', 'fraction'])
    .execute()
}

/** A stored total; the last three members are in the reporting currency, and null if no worth in that currency is known. */
type StoredTotal = Record<
  'payment_count' | 'unvalued_count' | 'usd_whole' | 'usd_fraction',
  number | bigint
> &
  Partial<Record<'valued_count' | 'whole' | 'fraction', number | bigint | null>>

function toTotal(row: StoredTotal, currency: ReportingCurrency): Total {
  const paymentCount = Number(row.payment_count)
  const usd = {
    units: BigInt(row.usd_whole) * UNIT + BigInt(row.usd_fraction),
    unvaluedCount: Number(row.unvalued_count),
  }
  if (currency === 'USD') return { paymentCount, usd, reported: usd }
  const reported = {
    units: BigInt(row.whole ?? 0) * UNIT + BigInt(row.fraction ?? 0),
    unvaluedCount: paymentCount - Number(row.valued_count ?? 0),
  }
  return { paymentCount, usd, reported }
}

const NOTHING: Sum = { units: 0n, unvaluedCount: 0 }
const NONE: Total = { paymentCount: 0, usd: NOTHING, reported: NOTHING }

/** Adds two totals. */
export function sumTotals(left: Total, right: Total): Total {
  return {
    paymentCount: left.paymentCount + right.paymentCount,
    usd: addSums(left.usd, right.usd),
    reported: addSums(left.reported, right.reported),
  }
}

function addSums(left: Sum, right: Sum): Sum {
  return {
    units: left.units + right.units,
    unvaluedCount: left.unvaluedCount + right.unvaluedCount,
  }
}
