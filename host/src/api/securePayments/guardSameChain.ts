import type { SecurePayment } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { UnsupportedCrosschainError } from './errors.ts'

/**
 * Lets only the payment's own chain (by network id, or the name that source chains have) and one of its tokens through.
 *
 * @throws UnsupportedCrosschainError
 */
export function guardSameChain(
  payment: SecurePayment,
  asked: { chain: string; token: string },
): void {
  const { id, sourceChain } = getNetwork(payment.network)
  const symbols = payment.items.map((item) => item.symbol)
  const isOwnChain = asked.chain === id || asked.chain === sourceChain
  if (isOwnChain && symbols.includes(asked.token)) return
  throw new UnsupportedCrosschainError({ ...asked, ownChain: id, ownToken: symbols[0] ?? '' })
}
