import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { codecOf } from '../../requests/chainCodec.ts'

/**
 * Reads the payer's wallet of a query or body in the one form of the network that is paid on; null when there is none.
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
