import type { Row } from '../db/schema.ts'
import { type PaymentGroup, paymentGroup } from './paymentGroup.ts'
import { listsOf } from './paymentLists.ts'
import { bucketOf, SPANS } from './periods.ts'

/** The columns of a payment that determine its place in search and in the totals. */
export const SEARCHED_COLUMNS = [
  'id',
  'tenant_id',
  'client_id',
  'type',
  'invoice_currency',
  'payment_currency',
  'payer',
  'payee',
  'reference',
  'block_time',
  'request_id',
  'amount_in_usd',
  'fiat_worths',
  'customer_email',
  'request_units',
  'credited_units',
  'link_token',
] as const

/** The parts of a payment that search and totals need. */
export type SearchedPayment = Pick<Row<'payments'>, (typeof SEARCHED_COLUMNS)[number]>

/** A payment with its place: its group and its lists. */
export type PlacedPayment = {
  id: string
  blockTime: string
  group: PaymentGroup
  lists: readonly string[]
}

/** Determines each payment's group and lists. */
export function placePayments(payments: readonly SearchedPayment[]): readonly PlacedPayment[] {
  const groups = new Map<string, PaymentGroup>()
  return payments.map((payment) => {
    const { tenant_id, client_id, type, invoice_currency, payment_currency } = payment
    // Thousands of payments share few groups, and a digest is slower than a lookup.
    const key = `${tenant_id} ${client_id} ${type} ${invoice_currency} ${payment_currency}`
    const group = groups.get(key) ?? paymentGroup(payment)
    groups.set(key, group)
    return { id: payment.id, blockTime: payment.block_time, group, lists: listsOf(payment) }
  })
}

/** Returns the payments' entries, one per list of each payment. */
export function entriesOf(payments: readonly PlacedPayment[]): Row<'payment_entries'>[] {
  return payments.flatMap(({ id, blockTime, group, lists }) =>
    lists.map((list) => ({ list, group_id: group.id, block_time: blockTime, payment_id: id })),
  )
}

/** Returns the payments' lists, each once. */
export function allLists(payments: readonly PlacedPayment[]): readonly string[] {
  return [...new Set(payments.flatMap(({ lists }) => lists))]
}

/**
 * Returns the changes that payments make to the counts of their counted lists, negative with `sign` -1. There is one row per count. The
 * rows are in the order of their keys, because every host locks them in this order.
 */
export function countChanges(
  payments: readonly PlacedPayment[],
  countedLists: ReadonlySet<string>,
  sign: 1 | -1,
): Row<'payment_counts'>[] {
  const changes = new Map<string, Row<'payment_counts'>>()
  for (const { lists, group, blockTime } of payments) {
    for (const list of lists) {
      if (!countedLists.has(list)) continue
      for (const span of SPANS) {
        const bucket = bucketOf(blockTime, span)
        for (const group_id of [group.id, group.tenant_id]) {
          // The list comes last, because only it may contain a space.
          const key = `${span} ${group_id} ${bucket} ${list}`
          const change = changes.get(key)
          if (change === undefined) {
            changes.set(key, { list, span, group_id, bucket, payment_count: sign })
          } else change.payment_count += sign
        }
      }
    }
  }
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, change]) => change)
}
