import { divide, parsePercent, percentOf } from '../amount.ts'
import { ArithmeticRangeError } from '../errors.ts'

/** The party that bears a fee: the payer pays it on top of the stated amount, or the payee receives the amount less the fee. */
export type FeeBearer = 'payer' | 'payee'

/** The parts of a payment in base units: together, they are what leaves the payer's wallet. */
export type PaymentParts = {
  /** The part that the payee receives. */
  amountUnits: bigint
  feeUnits: bigint
}

/**
 * Splits an amount, which the payer pays in all, between the payee and a fee that the payee bears. The fee is rounded up, as in `planFee`.
 * The payee receives at least one unit of any amount above 0. If the fee would take everything, it is one unit less than the amount.
 *
 * @throws PercentageError when `percentage` is malformed.
 * @throws ArithmeticRangeError when `totalUnits` is negative.
 */
export function splitPayment(totalUnits: bigint, percentage: string): PaymentParts {
  const wanted = percentOf(totalUnits, percentage, 'up')
  const most = totalUnits > 0n ? totalUnits - 1n : 0n
  const feeUnits = wanted < most ? wanted : most
  return { amountUnits: totalUnits - feeUnits, feeUnits }
}

/**
 * Returns the part of an amount that a payment pays, if the payee bears the fee. This is the sum of the payee's part and the fee. It never
 * exceeds the largest amount from which the payee would receive the arrived units. A lower fee, or a fee to another address (0
 * here), therefore pays less, and a higher fee pays no more. The parts from `splitPayment` pay exactly their amount.
 *
 * @throws PercentageError when `percentage` is malformed.
 * @throws ArithmeticRangeError when an amount is negative.
 */
export function joinPayment({ amountUnits, feeUnits }: PaymentParts, percentage: string): bigint {
  if (amountUnits < 0n || feeUnits < 0n) {
    throw new ArithmeticRangeError({
      operation: 'joinPayment',
      requirement: 'units of at least 0',
      actual: amountUnits < 0n ? amountUnits : feeUnits,
    })
  }
  const whole = 100n * PERCENT_SCALE
  const rest = whole - parsePercent(percentage)
  const paid = amountUnits + feeUnits
  if (amountUnits === 0n || rest === 0n) return amountUnits
  // The payee receives floor(total * rest / whole). The largest total with at most `amountUnits` is the one before the next unit's.
  const most = divide((amountUnits + 1n) * whole, rest, 'up') - 1n
  return paid < most ? paid : most
}

const PERCENT_SCALE = 10n ** 18n
