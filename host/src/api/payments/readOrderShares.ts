import { formatAmount, orderTax } from '@secure-payment/core'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { readOrder } from '../../requests/orderColumn.ts'
import { among } from '../../search/among.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import type { LoadedPayment } from './loadPayments.ts'

/** The part of an order that a payment paid: decimal text in the currency of the price. Gross is net plus tax. */
export type OrderShare = { netAmount: string; taxAmount: string; grossAmount: string }

/** A request's payments by id, with the units that earlier payments for the request paid. */
type PaidBefore = ReadonlyMap<string, bigint>

/** Requests by id, with the known facts about their payments: one export reads a request's payments once. */
type KnownParts = LRUCache<string, PaidBefore>

/** The maximum number of payments whose sums one export keeps in memory. The payments of larger requests are read per piece. */
const MAX_KNOWN = 100_000

/** Creates the memory that one export uses. */
export function createKnownParts(): KnownParts {
  return new LRUCache({
    maxSize: MAX_KNOWN,
    sizeCalculation: (parts: PaidBefore) => Math.max(1, parts.size),
  })
}

/**
 * Returns the shares of payments in the net amount and the tax of their orders, by payment; without order lines, a payment has no share.
 * Parts share the tax in proportion, rounded down to the amount's decimals, and add up exactly to the order's tax. A surplus
 * has no tax. `known` is the export's memory.
 */
export async function readOrderShares(
  context: Pick<Context, 'db'>,
  payments: readonly LoadedPayment[],
  known: KnownParts,
): Promise<ReadonlyMap<string, OrderShare>> {
  const ordered = payments.flatMap((loaded) => {
    const lines = readOrder(loaded.request.order_details).order?.lines
    return lines === undefined ? [] : [{ ...loaded, tax: orderTax(lines) }]
  })
  const parts = ordered.filter(
    ({ payment, request }) => payment.request_units !== request.paid_units,
  )
  const paidBefore = await findPaidBefore(context, parts, known)
  return new Map(
    ordered.map((one) => {
      const before = paidBefore.get(one.payment.id) ?? 0n
      return [one.payment.id, shareOf(one, before)]
    }),
  )
}

/** Reads a request's payments again if one of them is not in `known`, because it may have been recorded since. */
async function findPaidBefore(
  context: Pick<Context, 'db'>,
  parts: readonly LoadedPayment[],
  known: KnownParts,
): Promise<PaidBefore> {
  const unknown = parts.filter(({ payment, request }) => !known.get(request.id)?.has(payment.id))
  const read = await readPaidBefore(context, [...new Set(unknown.map(({ request }) => request.id))])
  const found = parts.map(({ payment: { id }, request }): [string, bigint] => {
    const before = read.get(request.id) ?? known.get(request.id)
    return [id, before?.get(id) ?? 0n]
  })
  for (const [id, one] of read) known.set(id, one)
  return new Map(found)
}

async function readPaidBefore(
  { db }: Pick<Context, 'db'>,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, PaidBefore>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['id', 'request_id', 'request_units'])
    .where(among(db.dialect, 'request_id', requestIds))
    .orderBy('block_time')
    .orderBy('id')
    .execute()
  const requests = new Map<string, { sum: bigint; before: Map<string, bigint> }>()
  for (const { id, request_id, request_units } of rows) {
    const request = requests.get(request_id) ?? { sum: 0n, before: new Map() }
    requests.set(request_id, request)
    request.before.set(id, request.sum)
    request.sum += BigInt(request_units)
  }
  return new Map([...requests].map(([id, { before }]) => [id, before]))
}

function shareOf(
  { payment, request, tax }: LoadedPayment & { tax: ReturnType<typeof orderTax> },
  before: bigint,
): OrderShare {
  const decimals = settlementDecimals(request)
  const expected = BigInt(request.expected_units)
  const capped = (units: bigint) => (units < expected ? units : expected)
  const from = capped(before)
  const until = capped(before + BigInt(payment.request_units))
  const taxOf = (units: bigint) => (units * tax.taxUnits) / tax.totalUnits
  const taxUnits = taxOf(until) - taxOf(from)
  const grossUnits = until - from
  return {
    netAmount: formatAmount(grossUnits - taxUnits, decimals),
    taxAmount: formatAmount(taxUnits, decimals),
    grossAmount: formatAmount(grossUnits, decimals),
  }
}
