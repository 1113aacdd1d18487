import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import { largestPeriodSeconds, MAX_PERMIT_PAYMENTS } from '@secure-payment/core/recurring'
import { atField } from '../atField.ts'
import type { PlannedRequest } from '../requests/planRequest.ts'
import {
  type Frequency,
  judgeStart,
  MAX_START_YEARS,
  occurrence,
  type Recurrence,
} from '../requests/recurrence.ts'
import { refuseOwnPayee } from '../requests/refuseOwnPayee.ts'

/** A caller's terms for a schedule, apart from the amounts of one payment. */
export type StatedSchedule = {
  payer: string
  recurrence: { startDate: string; frequency: Frequency; totalPayments: number }
}

/** A schedule with all its terms except the contract. Times with `S` are Unix seconds; addresses are checksummed. */
export type PlannedSchedule = {
  payer: string
  /** The token's address; a recurring payout cannot transfer native coins. */
  token: string
  recurrence: Recurrence
  totalPayments: number
  firstPaymentS: bigint
  periodS: bigint
  deadlineS: bigint
}

const MIN_PAYMENTS = 2
/** The contract adds a payment's amounts in a uint128. */
const MAX_UINT128 = 2n ** 128n - 1n
/** The time after a schedule's last date in which missed payments may still be made. */
const DEADLINE_AFTER_LAST_S = 90n * 86_400n

/**
 * Derives a recurring payout's payer, calendar, fixed period and deadline from the caller's terms. Pure.
 *
 * @throws InvalidInputError naming the field
 */
export function planSchedule(
  planned: PlannedRequest,
  stated: StatedSchedule,
  now: Date,
): PlannedSchedule {
  const token = requireToken(planned)
  const payer = atField('payer', () => checksumAddress(stated.payer))
  refuseOwnPayee(payer, planned.payee, 'payee')
  const { totalPayments, ...recurrence } = stated.recurrence
  requireTotal(totalPayments)
  requireStart(recurrence.startDate, now)
  requireMovable(planned)
  return { payer, token, recurrence, totalPayments, ...planTimes(recurrence, totalPayments) }
}

/** A permit is for a fixed amount of one token, so it can cover neither a native coin nor the rate of a future day. */
function requireToken({ token, plan, paymentCurrency }: PlannedRequest): string {
  if (plan.way === 'converted') {
    throw invalid(
      'paymentCurrency',
      'conversion_not_recurring',
      `must be the invoiceCurrency in a recurring payout, because the payer signs for tokens before the rates of later payments are known`,
    )
  }
  if (token !== null) return token
  throw invalid(
    'paymentCurrency',
    'native_not_recurring',
    `must be a token in a recurring payout: ${paymentCurrency} is a native coin, which no contract can collect from a wallet`,
  )
}

function requireTotal(totalPayments: number): void {
  if (totalPayments >= MIN_PAYMENTS && totalPayments <= MAX_PERMIT_PAYMENTS) return
  throw invalid(
    'recurrence.totalPayments',
    'out_of_range',
    `must be from ${MIN_PAYMENTS} to ${MAX_PERMIT_PAYMENTS}: the contract counts the payments in one byte`,
  )
}

function requireStart(startDate: string, now: Date): void {
  const field = 'recurrence.startDate'
  switch (judgeStart(startDate, now)) {
    case 'fine':
      return
    case 'past':
      throw invalid(field, 'date_in_past', 'must not be before today (UTC)')
    case 'far':
      throw invalid(field, 'out_of_range', `must be within ${MAX_START_YEARS} years`)
  }
}

function requireMovable({ amountUnits, fee }: PlannedRequest): void {
  if (amountUnits + (fee?.units ?? 0n) <= MAX_UINT128) return
  throw invalid(
    'amount',
    'amount_too_large',
    'must, with its fee, fit in 128 bits of base units: the contract cannot move more at once',
  )
}

function planTimes(recurrence: Recurrence, totalPayments: number) {
  const moments = Array.from({ length: totalPayments }, (_, index) =>
    // Each time is rounded down, so that the contract never allows a payment later than the calendar.
    Math.floor(occurrence(recurrence, index).getTime() / 1_000),
  )
  const first = moments[0] ?? 0
  const last = moments.at(-1) ?? first
  return {
    firstPaymentS: BigInt(first),
    periodS: BigInt(largestPeriodSeconds(moments.map((moment) => moment - first))),
    deadlineS: BigInt(last) + DEADLINE_AFTER_LAST_S,
  }
}

function invalid(field: string, code: string, message: string): InvalidInputError {
  const issue: FieldIssue = { field, code, message }
  return new InvalidInputError([issue])
}
