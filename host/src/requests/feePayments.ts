import {
  type FeeBearer,
  type FeePlan,
  InvalidInputError,
  joinPayment,
  type PaymentParts,
  planFee,
  splitPayment,
} from '@secure-payment/core'
import type { Fee } from './decideFee.ts'

/** A payment's fee in settlement units, with the party that bears it. */
export type BorneFee = FeePlan & { bearer: FeeBearer }

/** A stated amount, and its fee. */
type Stated = { amountUnits: bigint; fee: BorneFee | null }

/**
 * Plans the fee of a stated amount, in settlement units, rounded up; null without a fee.
 *
 * @throws InvalidInputError naming `field` if the payee bears the fee, and it would take the whole amount
 */
export function planBorneFee(
  amountUnits: bigint,
  fee: Pick<Fee, 'percentage' | 'address' | 'bearer'> | null,
  field: string,
): BorneFee | null {
  if (fee === null) return null
  const planned = planFee(amountUnits, fee.percentage, fee.address)
  if (planned === null) return null
  if (fee.bearer === 'payer' || planned.units < amountUnits)
    return { ...planned, bearer: fee.bearer }
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

/**
 * Returns the part of an amount for the payee, and the fee on it or null, in settlement units. The amount is the open one, or a part of it.
 */
export function splitOpen(
  openUnits: bigint,
  columns: FeeColumns,
): { amountUnits: bigint; fee: FeePlan | null } {
  const percentage = payeePercentage(columns)
  const { fee_address: address } = columns
  if (percentage === null || address === null) {
    return { amountUnits: openUnits, fee: planFee(openUnits, columns.fee_percentage, address) }
  }
  const { amountUnits, feeUnits } = splitPayment(openUnits, percentage)
  return { amountUnits, fee: { percentage, address, units: feeUnits } }
}
