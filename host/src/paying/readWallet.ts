import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../chains/chainCodec.ts'

/**
 * Reads the payer's wallet from a query or body, in the payment network's canonical form; null if there is none.
 *
 * @throws InvalidInputError for an address of another family of chains, or a wrong checksum
 */
export function readWallet(
  wallet: string | undefined,
  network: string,
  field: 'wallet' | 'walletAddress' = 'wallet',
): string | null {
  if (wallet === undefined) return null
  return atField(field, () => codecOf(getNetwork(network)).readAddress(wallet))
}
