import { isSameAddress } from '@secure-payment/core/evm'
import { dayOf, type Frequency, parseDay } from '../../calendar/occurrence.ts'
import type { NetworkChoice, TokenChoice } from '../../networkChoices.ts'
import type { FormValues } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'
import { readPayout } from '../payouts/readPayout.ts'
import type { ScheduleTerms } from './scheduleTerms.ts'

/** A schedule's frequencies, in the form's order. */
export const frequencies: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/** A schedule needs at least two payments; the contract counts them in eight bits. */
const COUNTS = { least: 2, most: 255 } as const
const MAX_START_YEARS = 10

/** Reads the form's values: the terms, or the errors by field. */
export function readScheduleForm(
  form: FormValues,
  options: {
    network: NetworkChoice
    token: TokenChoice
    payer: string | null
    nowMs: number
    /** The locale of the person who typed the amounts. */
    locale: string
    text: Text
  },
): { terms: ScheduleTerms } | { fields: Readonly<Record<string, string>> } {
  const { network, token, payer, text } = options
  const fields: Record<string, string> = {}
  const cells = {
    recipient: form.text('payee'),
    currency: token.currencyId,
    amount: form.text('amount'),
    reference: form.text('reference'),
    recipient_id: '',
  }
  const read = readPayout(cells, { network, locale: options.locale, text })
  if ('problems' in read) {
    const { recipient, amount, reference } = read.problems
    if (recipient !== undefined) fields['payee'] = recipient
    if (amount !== undefined) fields['amount'] = amount
    if (reference !== undefined) fields['reference'] = reference
  } else if (payer !== null && isSameAddress(read.payout.recipient, payer)) {
    fields['payee'] = text.schedules.form.payeeIsPayer
  }
  const startDate = form.text('startDate')
  const wrongStart = judgeStart(startDate, options.nowMs, text)
  if (wrongStart !== null) fields['startDate'] = wrongStart
  const totalPayments = readCount(form.text('totalPayments'))
  if (totalPayments === null) fields['totalPayments'] = text.schedules.form.countInvalid
  if (payer === null) fields['payer'] = text.schedules.form.payerNeeded
  if ('problems' in read || payer === null || totalPayments === null) return { fields }
  if (Object.keys(fields).length > 0) return { fields }
  const { recipient: payee, currencyId, amount, reference } = read.payout
  const chosen = form.text('frequency')
  const frequency = frequencies.find((one) => one === chosen) ?? 'MONTHLY'
  return {
    terms: { payer, payee, currencyId, amount, frequency, startDate, totalPayments, reference },
  }
}

function judgeStart(text: string, nowMs: number, sentences: Text): string | null {
  const { form } = sentences.schedules
  if (text === '') return sentences.errors.required
  const startMs = parseDay(text)
  if (startMs === null || text < dayOf(nowMs)) return form.startInvalid
  const last = new Date(nowMs)
  last.setUTCFullYear(last.getUTCFullYear() + MAX_START_YEARS)
  return startMs > last.getTime() ? form.startFar : null
}

function readCount(text: string): number | null {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return count >= COUNTS.least && count <= COUNTS.most ? count : null
}
