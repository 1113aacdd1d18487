import { findCurrency } from '@secure-payment/core/networks'
import type { ScheduleRecord } from '../../api.ts'
import type { ScheduleDraft } from './scheduleMemory.ts'
import type { ScheduleTerms } from './scheduleTerms.ts'

/** A pending schedule that the person can continue, or the reason why not. */
export type Resumed =
  /** `isRemembered`: the terms come from this browser's own form; otherwise from the record, which the screen shows. */
  | { readonly state: 'ready'; readonly draft: ScheduleDraft; readonly isRemembered: boolean }
  /** The permit has expired. */
  | { readonly state: 'over' }
  /** No node returned the missing approvals. */
  | { readonly state: 'unknown' }
  /** The record's currency belongs to a network other than the record's. */
  | { readonly state: 'contradictory' }

/**
 * Combines the service's data about a pending schedule with this browser's stored data. The stored data has priority: the permit is
 * compared with those terms, and no second permit is ever signed in its place. Approvals come from the chain if possible.
 */
export function resumeDraft(record: ScheduleRecord, kept: ScheduleDraft | null): Resumed {
  const { recurringPaymentPermit: told, transactions } = record
  if (told === undefined) return { state: 'over' }
  const approvals = transactions ?? kept?.approvals
  if (approvals === undefined) return { state: 'unknown' }
  if (kept !== null) return { state: 'ready', draft: { ...kept, approvals }, isRemembered: true }
  if (findCurrency(record.paymentCurrency)?.network?.id !== record.network) {
    return { state: 'contradictory' }
  }
  const draft = {
    terms: termsOf(record),
    permit: told,
    approvals,
    walletId: '',
    approvalHash: null,
  }
  return { state: 'ready', draft, isRemembered: false }
}

function termsOf(record: ScheduleRecord): ScheduleTerms {
  const { payer, payee, amount, frequency, startDate, totalPayments, reference } = record
  return {
    payer,
    payee,
    currencyId: record.paymentCurrency,
    amount,
    frequency,
    startDate,
    totalPayments,
    reference,
  }
}
