import { formatAmount, InvalidInputError, parseAmount, planFee } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import type { Caller } from '../auth/caller.ts'
import { decideFee, type Fee, type StatedFee } from '../requests/decideFee.ts'
import { FeeNotAllowedError } from '../requests/errors.ts'
import { feeStep, payeePercentage, splitOpen } from '../requests/feePayments.ts'
import { guardFeeAddress } from '../requests/guardFeeAddress.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { StoredPayable } from './loadPayable.ts'
import { type Payable, type PayableRequest, remainingUnits } from './payable.ts'
import { AmountExceedsRemainingError } from './payErrors.ts'

/** The amount and the fee that a call states for a payment. */
export type StatedPart = StatedFee & {
  /** The amount as decimal text in the invoice currency; by default, the full remainder. */
  amount?: string | undefined
}

/**
 * Plans the payment for a request, or for a part of it. Each part carries its own fee, rounded up, so that parts never cost less than the
 * whole. The calling client ID's fee has priority, then the request's fee, then the call's fee. A payout under an approval or the approval
 * limit keeps the fee set at its creation, because a second member may have approved its value. So does a request whose payee bears the fee.
 *
 * @throws InvalidInputError, AmountExceedsRemainingError, FeeNotAllowedError
 */
export function planPart(request: PlannableRequest, stated: StatedPart, caller: Caller): Payable {
  const openUnits = readAmount(request, stated.amount)
  // The payee bears the fee that was set at the creation, and detection expects this fee.
  if (payeePercentage(request) !== null) return { request, ...splitOpen(openUnits, request) }
  const fee = chooseFee(request, stated, caller)
  if (fee !== null) guardFeeAddress(getNetwork(request.network), fee.address)
  return {
    request,
    amountUnits: openUnits,
    fee: fee === null ? null : planFee(openUnits, fee.percentage, fee.address, feeStep(request)),
  }
}

/**
 * Converts a call's amount, with at most the invoice currency's decimals, to settlement units. A refund is paid whole, so that `sentUnits`
 * can distinguish the merchant’s payment from a stranger’s.
 */
function readAmount(request: PlannableRequest, amount: string | undefined): bigint {
  const remaining = remainingUnits(request)
  if (amount === undefined) return remaining
  const { currency, symbol } = getCurrency(request.invoice_currency)
  const decimals = settlementDecimals(request)
  const units = atField('amount', () => parseAmount(amount, currency.decimals))
  const amountUnits = units * 10n ** BigInt(decimals - currency.decimals)
  if (amountUnits < remaining && request.refund_state !== null) {
    const message = 'must be the whole amount that is left of the refund: omit it'
    throw new InvalidInputError([{ field: 'amount', code: 'partial_refund', message }])
  }
  if (amountUnits <= remaining) return amountUnits
  throw new AmountExceedsRemainingError({
    remaining: formatAmount(remaining, decimals),
    currency: symbol,
  })
}

/** A request, whether a call may add a fee to it, and whether it pays a refund. */
type PlannableRequest = PayableRequest & Pick<StoredPayable, 'has_fixed_fee' | 'refund_state'>

/** A fee that the payer pays on top. */
type PaidFee = Pick<Fee, 'percentage' | 'address'>

function chooseFee(request: PlannableRequest, stated: StatedPart, caller: Caller): PaidFee | null {
  const ofRequest = storedFee(request)
  if (request.has_fixed_fee === 1) {
    if (ofRequest === null && stated.feePercentage !== undefined) {
      throw new FeeNotAllowedError({ because: 'payout' })
    }
    return ofRequest
  }
  const ofCall = decideFee(stated, caller)
  const ofClientId = decideFee({}, caller)
  return ofClientId ?? ofRequest ?? ofCall
}

function storedFee({ fee_percentage, fee_address }: PayableRequest): PaidFee | null {
  if (fee_percentage === null || fee_address === null) return null
  return { percentage: fee_percentage, address: fee_address }
}
