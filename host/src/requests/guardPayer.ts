import { InvalidInputError } from '@secure-payment/core'

/**
 * Refuses a payment of a wallet to itself: it moves nothing, and costs gas. An unknown payer (null) may be any wallet.
 * Both are in the one form of their network.
 *
 * @throws InvalidInputError naming `field`, where the payee was stated
 */
export function guardPayer(payer: string | null, payee: string, field: string): void {
  if (payer !== payee) return
  throw new InvalidInputError([
    { field, code: 'payer_is_payee', message: 'must be another wallet than the payer' },
  ])
}
