import type { ReportingCurrency } from '@secure-payment/core/api'
import type { PaymentType } from './payments.ts'

/** The tables of the search of payments, and its counts and totals. */
export type SearchTables = {
  payment_groups: PaymentGroupsTable
  payment_entries: PaymentEntriesTable
  payment_counts: PaymentCountsTable
  counted_lists: CountedListsTable
  payment_totals: PaymentTotalsTable
  fiat_totals: FiatTotalsTable
}

/** The values that a group's payments share in searches; each payment belongs to one group. */
type PaymentGroupsTable = {
  /** See `paymentGroup`. */
  id: string
  tenant_id: string
  /** Empty for no client ID. */
  client_id: string
  type: PaymentType
  invoice_currency: string
  payment_currency: string
}

/** The positions of payments in search results: one row per list that contains the payment (`listsOf`). */
type PaymentEntriesTable = {
  list: string
  group_id: string
  block_time: string
  payment_id: string
}

/** The number of payments in a counted list for each month, day and hour. */
type PaymentCountsTable = {
  list: string
  span: 'month' | 'day' | 'hour'
  /** A group, or a tenant for all of its groups. */
  group_id: string
  /** The period: `2026-01`, `2026-01-31`, `2026-01-31T23`. */
  bucket: string
  payment_count: number
}

/** The lists that are counted: the list of all payments, and long lists. */
type CountedListsTable = { list: string }

/** The totals of a merchant's payments in a quarter of an hour, by block time. */
type PaymentTotalsTable = {
  tenant_id: string
  /** 1 for the merchant's payouts, 0 for the money that the merchant received. */
  is_payout: number
  /** The quarter: `2026-01-31T23:45`. */
  bucket: string
  payment_count: number | bigint
  /** The number of payments without a known value. */
  unvalued_count: number | bigint
  /** Whole US dollars. */
  usd_whole: number | bigint
  /** The sum of the payments' fractions of a dollar, in units of 10^-8; it may exceed one dollar. */
  usd_fraction: number | bigint
}

/** The sums of a merchant's payments in a currency other than the dollar, in the same quarters of an hour. */
type FiatTotalsTable = {
  tenant_id: string
  currency: ReportingCurrency
  is_payout: number
  bucket: string
  /** The number of payments with a known worth in the currency; `payment_totals` counts all. */
  payment_count: number | bigint
  /** Whole units of the currency. */
  whole: number | bigint
  /** The sum of the payments' fractions of a unit, in units of 10^-8; it may exceed one unit. */
  fraction: number | bigint
}
