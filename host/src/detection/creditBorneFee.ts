import { joinPayment, type PaymentParts } from '@secure-payment/core'
import type { PaymentLog } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type FeeColumns, payeePercentage } from '../requests/feePayments.ts'
import { notationOf } from './notationOf.ts'

/** A payment event, and the request that it pays. */
type Paid = { log: Pick<PaymentLog, 'feeAddress'>; request: FeeColumns & { network: string } }

/**
 * Returns the units that a payment brings towards its request. If the payee bears the fee, they are the payee's part and the fee, both in the
 * same currency. A lower fee, or one to another address, brings less. Otherwise, they are the payee's part.
 */
export function creditBorneFee(
  { log, request }: Paid,
  { amountUnits, feeUnits }: PaymentParts,
): bigint {
  const percentage = payeePercentage(request)
  if (percentage === null) return amountUnits
  const { wallet } = notationOf(getNetwork(request.network))
  const isRight = wallet(log.feeAddress) === request.fee_address
  return joinPayment({ amountUnits, feeUnits: isRight ? feeUnits : 0n }, percentage)
}
