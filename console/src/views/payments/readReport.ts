import { formatAmount, parseAmount } from '@secure-payment/core'
import type { PaymentTotals, ReceivedPayment } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { type PaymentFilter, toPaymentQuery } from './paymentFilter.ts'
import { toTotalsQuery } from './readFilterSums.ts'
import { sumWorths, type WorthSum } from './sumWorths.ts'

/** A period's report, as the merchant prints it. */
export type PaymentReport = {
  /** The sums of the period and of each day. */
  readonly totals: PaymentTotals
  /** Null if the period has too many payments to read them all. */
  readonly details: ReportDetails | null
  readonly createdAt: string
}

/** The parts of a report that are computed from its payments. */
export type ReportDetails = {
  readonly refundCount: number
  /** The refunds' value; null if none is known. */
  readonly refunds: WorthSum | null
  /** The fees and the gas of payouts and refunds; for received payments, the payer pays both. */
  readonly fees: readonly Fee[]
}

/** The exact sum of the fees in one currency. */
type Fee = { readonly amount: string; readonly currency: string }

const PAGE = '100'
/** The maximum number of pages that a report reads. */
const MOST_PAGES = 20
/** The maximum number of payments in a report with refunds and fees. */
export const MOST_REPORTED = Number(PAGE) * MOST_PAGES
/** More decimals than any currency has. */
const DECIMALS = 36

/** Reads the report for a filter that names only days; null for any other filter. */
export async function readReport(
  { client, now }: Pick<SignedInContext, 'client' | 'now'>,
  filter: PaymentFilter,
  timeZone: string,
): Promise<PaymentReport | null> {
  const at = new Date(now())
  const query = toTotalsQuery(filter, { now: at, timeZone })
  if (query === null) return null
  const [totals, payments] = await Promise.all([
    client.payments.totals({ query }),
    readAll(client, filter),
  ])
  const details = payments === null ? null : describeDetails(payments)
  return { totals, details, createdAt: at.toISOString() }
}

async function readAll(
  { payments: { search } }: SignedInContext['client'],
  filter: PaymentFilter,
): Promise<readonly ReceivedPayment[] | null> {
  const all: ReceivedPayment[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { ...toPaymentQuery(filter), limit: PAGE, ...(cursor !== null && { cursor }) }
    const { payments, pagination }: Awaited<ReturnType<typeof search>> = await search({ query })
    all.push(...payments)
    cursor = pagination.nextCursor
    if (cursor === null) return all
  }
  return null
}

/** Adds up the refunds, and the fees of the money that went out. */
function describeDetails(payments: readonly ReceivedPayment[]): ReportDetails {
  const refunds = payments.filter(({ refundId }) => refundId !== null)
  const fees = sumFees(payments.filter(({ flow }) => flow === 'pay'))
  return { refundCount: refunds.length, refunds: sumWorths(refunds), fees }
}

function sumFees(payments: readonly ReceivedPayment[]): readonly Fee[] {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of payments.flatMap(({ fees }) => fees ?? [])) {
    if (amount === null || currency === null) continue
    const units = parseAmount(amount, DECIMALS, { allowZero: true })
    sums.set(currency, (sums.get(currency) ?? 0n) + units)
  }
  return [...sums].map(([currency, units]) => ({
    amount: formatAmount(units, DECIMALS),
    currency,
  }))
}
