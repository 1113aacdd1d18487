import type { Network } from '@secure-payment/core/networks'
import type { PaymentFacts } from '@secure-payment/core/ways'
import type { Hex } from 'viem'
import type { Payable } from './payable.ts'

/** The facts of a request's payment, for the terms of its way; amounts are in units of its invoice's currency. */
export function paymentFacts(
  { request, amountUnits, fee }: Payable,
  { id }: Pick<Network, 'id'>,
): PaymentFacts {
  return {
    network: id,
    token: request.token_address,
    payee: request.payee,
    amountUnits,
    // Stored as core made it.
    paymentReference: request.payment_reference as Hex,
    feeUnits: fee?.units ?? 0n,
    feeAddress: fee?.address ?? null,
  }
}
