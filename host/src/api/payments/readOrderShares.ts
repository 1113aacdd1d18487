import { formatAmount, orderTax } from '@secure-payment/core'
import type { Context } from '../../context.ts'
import { readOrder } from '../../requests/orderColumn.ts'
import { among } from '../../search/among.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import type { LoadedPayment } from './loadPayments.ts'

/** The part of an order that a payment paid: decimal text in the currency of the price. Gross is net plus tax. */
export type OrderShare = { netAmount: string; taxAmount: string; grossAmount: string }

/** The payments of a request by id, with the units that earlier payments of the request paid. */
type PaidBefore = ReadonlyMap<string, bigint>

/**
 * Returns the shares of payments in the net amount and the tax of their orders, by payment; without order lines, a payment has no share.
 * Parts share the tax in proportion, rounded down to the decimals of the amount, and add up exactly to the tax of the order. A surplus
 * has no tax.
 */
export async function readOrderShares(
  context: Pick<Context, 'db'>,
  payments: readonly LoadedPayment[],
): Promise<ReadonlyMap<string, OrderShare>> {
  const ordered = payments.flatMap((loaded) => {
    const lines = readOrder(loaded.request.order_details).order?.lines
    return lines === undefined ? [] : [{ ...loaded, tax: orderTax(lines) }]
  })
  const parts = ordered.filter(
    ({ payment, request }) => payment.request_units !== request.paid_units,
  )
  const paidBefore = await readPaidBefore(
    context,
    parts.map(({ request }) => request.id),
  )
  return new Map(
    ordered.map((one) => {
      const before = paidBefore.get(one.payment.id) ?? 0n
      return [one.payment.id, shareOf(one, before)]
    }),
  )
}

async function readPaidBefore(
  { db }: Pick<Context, 'db'>,
  requestIds: readonly string[],
): Promise<PaidBefore> {
  if (requestIds.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['id', 'request_id', 'request_units'])
    .where(among(db.dialect, 'request_id', [...new Set(requestIds)]))
    .orderBy('block_time')
    .orderBy('id')
    .execute()
  const sums = new Map<string, bigint>()
  return new Map(
    rows.map(({ id, request_id, request_units }) => {
      const before = sums.get(request_id) ?? 0n
      sums.set(request_id, before + BigInt(request_units))
      return [id, before]
    }),
  )
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
