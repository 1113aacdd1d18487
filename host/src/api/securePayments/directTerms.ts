import type { PaymentTerms } from '@secure-payment/core/kinds'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { Payable } from './payable.ts'

/** The terms of a request's payment but for its conversion; amounts are in units of its invoice's currency. */
export function directTerms(
  { request, amountUnits, fee }: Payable,
  { id }: Pick<Network, 'id'>,
): PaymentTerms {
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
