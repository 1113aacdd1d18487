import { divide, formatAmount } from '@secure-payment/core'
import type { Row } from '../db/schema.ts'
import { countParts, type FeeColumns } from '../requests/feePayments.ts'
import { settlementDecimals } from './settlementDecimals.ts'

/** The fee that the payee bore, and the rest of the payment: decimal text in the request's settlement currency. */
export type PayeeFee = { amount: string; netAmount: string }

type FeeRequest = FeeColumns & Parameters<typeof settlementDecimals>[0]

type Paid = Pick<Row<'payments'>, 'request_units' | 'credited_units' | 'fee_units' | 'fee_address'>

/**
 * Describes the fee that the payee bore of a stored payment. The fee and the net amount add up to the payment's counted amount, to the unit.
 * Null if the payee bore no fee.
 */
export function describePayeeFee(request: FeeRequest, payment: Paid): PayeeFee | null {
  const amountUnits = BigInt(payment.credited_units)
  const parts = { amountUnits, feeUnits: BigInt(payment.fee_units) }
  const counted = countParts(request, { ...parts, feeAddress: payment.fee_address })
  if (counted === amountUnits) return null
  const requestUnits = BigInt(payment.request_units)
  const netUnits = divide(requestUnits * amountUnits, counted, 'down')
  return formatPayeeFee({ requestUnits, netUnits }, settlementDecimals(request))
}

/** Formats the parts of a counted amount, in settlement units with these decimals. */
export function formatPayeeFee(
  { requestUnits, netUnits }: { requestUnits: bigint; netUnits: bigint },
  decimals: number,
): PayeeFee {
  return {
    amount: formatAmount(requestUnits - netUnits, decimals),
    netAmount: formatAmount(netUnits, decimals),
  }
}
