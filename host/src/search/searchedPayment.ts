import type { Row } from '../db/schema.ts'
import { paymentGroup } from './paymentGroup.ts'
import { listsOf } from './paymentLists.ts'
import { bucketOf, SPANS } from './periods.ts'

/** Columns of a payment that decide where search keeps it. */
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
] as const

/** A payment as search keeps it. */
export type SearchedPayment = Pick<Row<'payments'>, (typeof SEARCHED_COLUMNS)[number]>

/** A payment's entries, one a list that it is on. */
export function entriesOf(payment: SearchedPayment): Row<'payment_entries'>[] {
  const { id: group_id } = paymentGroup(payment)
  const { block_time, id: payment_id } = payment
  return listsOf(payment).map((list) => ({ list, group_id, block_time, payment_id }))
}

/**
 * What payments add to the counts of the counted lists that they are on, or take from them with `sign` -1: one row a count, in the
 * order of their keys, in which every host locks them.
 */
export function countChanges(
  payments: readonly SearchedPayment[],
  countedLists: ReadonlySet<string>,
  sign: 1 | -1,
): Row<'payment_counts'>[] {
  const changes = new Map<string, Row<'payment_counts'>>()
  for (const payment of payments) {
    const lists = listsOf(payment).filter((list) => countedLists.has(list))
    const { id: group } = paymentGroup(payment)
    for (const list of lists) {
      for (const span of SPANS) {
        const bucket = bucketOf(payment.block_time, span)
        for (const group_id of [group, payment.tenant_id]) {
          const key = JSON.stringify([list, span, group_id, bucket])
          const change = changes.get(key) ?? { list, span, group_id, bucket, payment_count: 0 }
          change.payment_count += sign
          changes.set(key, change)
        }
      }
    }
  }
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, change]) => change)
}
