import {
  type FeeBearer,
  type FeePlan,
  InvalidInputError,
  joinPayment,
  type PaymentParts,
  planFee,
  splitPayment,
} from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { minorUnit } from '@secure-payment/core/conversion'
import type { Currency } from '@secure-payment/core/networks'
import type { Row } from '../db/schema.ts'
import type { Fee } from './decideFee.ts'

/** A payment's fee in settlement units, with the party that bears it, and whether it is rounded up to the invoice's `minorUnit`. */
export type BorneFee = FeePlan & { bearer: FeeBearer; isRounded: boolean }

/** The fiat currency to whose minor unit a fee is rounded up; null for a fee that is exact to the unit. */
type Rounding = Pick<Currency, 'type' | 'decimals'> | null

/** A stated amount, and its fee. */
type Stated = { amountUnits: bigint; fee: BorneFee | null }

/**
 * Plans the fee of a stated amount, in settlement units, rounded up: to the minor unit of `rounding` if the payer bears the fee, otherwise
 * to the unit. Null without a fee.
 *
 * @throws InvalidInputError naming `field` if the payee bears the fee, and it would take the whole amount
 */
export function planBorneFee(
  amountUnits: bigint,
  fee: Pick<Fee, 'percentage' | 'address' | 'bearer'> | null,
  { field, rounding }: { field: string; rounding: Rounding },
): BorneFee | null {
  if (fee === null) return null
  const { percentage, address, bearer } = fee
  const isRounded = rounding !== null && bearer === 'payer'
  const planned = planFee(amountUnits, percentage, address, isRounded ? minorUnit(rounding) : 1n)
  if (planned === null) return null
  if (bearer === 'payer' || planned.units < amountUnits) return { ...planned, bearer, isRounded }
  throw new InvalidInputError([
    {
      field,
      code: 'fee_reaches_amount',
      message: 'must be more than its fee, because the payee bears the fee',
    },
  ])
}

/** Returns the amount that the payee receives. */
export function payeeUnits({ amountUnits, fee }: Stated): bigint {
  return fee?.bearer === 'payee' ? amountUnits - fee.units : amountUnits
}

/** Returns the amount that leaves the payer's wallet. */
export function payerUnits({ amountUnits, fee }: Stated): bigint {
  return fee === null || fee.bearer === 'payee' ? amountUnits : amountUnits + fee.units
}

/** The columns of a request that determine its fee. */
export type FeeColumns = {
  fee_percentage: string | null
  fee_address: string | null
  fee_bearer: FeeBearer
}

/** Returns the percentage of the fee that a request's payee bears; null if the payer bears the fee, or if there is none. */
export function payeePercentage({
  fee_percentage,
  fee_address,
  fee_bearer,
}: FeeColumns): string | null {
  return fee_bearer === 'payee' && fee_address !== null ? fee_percentage : null
}

/**
 * Returns the units that a payment brings towards its request. If the payee bears the fee, they are the payee's part and the fee, both in the
 * same currency. A lower fee, or one to another address, brings less. Otherwise, they are the payee's part. `feeAddress` is in the notation
 * of wallets.
 */
export function countParts(
  columns: FeeColumns,
  { feeAddress, amountUnits, feeUnits }: PaymentParts & { feeAddress: string | null },
): bigint {
  const percentage = payeePercentage(columns)
  if (percentage === null) return amountUnits
  const isRight = feeAddress === columns.fee_address
  return joinPayment({ amountUnits, feeUnits: isRight ? feeUnits : 0n }, percentage)
}

/** The columns of a request that determine the step of its fee. */
type StepColumns = Pick<Row<'requests'>, 'fee_is_rounded' | 'invoice_currency'>

/** Returns the step of a fee on top, in settlement units. */
export function feeStep({ fee_is_rounded, invoice_currency }: StepColumns): bigint {
  return fee_is_rounded === 1 ? minorUnit(getCurrency(invoice_currency).currency) : 1n
}

/**
 * Returns the part of an amount for the payee, and the fee on it or null, in settlement units. The amount is the open one, or a part of it.
 */
export function splitOpen(
  openUnits: bigint,
  columns: FeeColumns & StepColumns,
): { amountUnits: bigint; fee: FeePlan | null } {
  const percentage = payeePercentage(columns)
  const { fee_address: address } = columns
  if (percentage === null || address === null) {
    const fee = planFee(openUnits, columns.fee_percentage, address, feeStep(columns))
    return { amountUnits: openUnits, fee }
  }
  const { amountUnits, feeUnits } = splitPayment(openUnits, percentage)
  return { amountUnits, fee: { percentage, address, units: feeUnits } }
}
