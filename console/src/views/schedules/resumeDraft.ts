import { findCurrency } from '@secure-payment/core/networks'
import type { ScheduleRecord } from '../../api.ts'
import type { ScheduleDraft } from './scheduleMemory.ts'
import type { ScheduleTerms } from './scheduleTerms.ts'

/** A pending schedule as it can be gone on with. */
export type Resumed =
  /** `isRemembered`: the terms are those of this browser's own form; else those of the record, which the screen shows. */
  | { readonly state: 'ready'; readonly draft: ScheduleDraft; readonly isRemembered: boolean }
  /** The permit has expired. */
  | { readonly state: 'over' }
  /** No node told what is still to be approved. */
  | { readonly state: 'unknown' }
  /** The record names one network and a currency of another. */
  | { readonly state: 'contradictory' }

/**
 * Joins what the service says of a pending schedule with what this browser kept of it. What was kept wins: against those terms the
 * permit is held, and no second permit is ever signed in place of it. Approvals come from the chain where they can.
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
