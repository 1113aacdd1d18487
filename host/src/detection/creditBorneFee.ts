import type { PaymentParts } from '@secure-payment/core'
import type { PaymentLog } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { countParts, type FeeColumns, payeePercentage } from '../requests/feePayments.ts'
import { notationOf } from './notationOf.ts'

/** A payment event, and the request that it pays. */
type Paid = { log: Pick<PaymentLog, 'feeAddress'>; request: FeeColumns & { network: string } }

/** Returns the units that the parts of a payment event bring towards its request (see `countParts`). */
export function creditBorneFee({ log, request }: Paid, parts: PaymentParts): bigint {
  if (payeePercentage(request) === null) return parts.amountUnits
  const { wallet } = notationOf(getNetwork(request.network))
  return countParts(request, { ...parts, feeAddress: wallet(log.feeAddress) })
}
