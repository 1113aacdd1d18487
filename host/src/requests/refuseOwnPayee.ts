import { InvalidInputError } from '@secure-payment/core'

/**
 * Rejects a payment from a wallet to itself, which transfers nothing and costs gas. An unknown payer (null) may be any wallet. Payer and
 * payee are in their network's canonical form.
 *
 * @throws InvalidInputError naming `field`, the field of the payee
 */
export function refuseOwnPayee(payer: string | null, payee: string, field: string): void {
  if (payer !== payee) return
  throw new InvalidInputError([
    { field, code: 'payer_is_payee', message: 'must be a wallet other than the payer' },
  ])
}
