import { checksumAddress } from '@secure-payment/core/evm'
import { atField } from '../../atField.ts'

/**
 * Reads the payer's wallet of a query or body in its checksummed form; null when there is none.
 *
 * @throws InvalidInputError for another chain's address or a wrong checksum
 */
export function readWallet(wallet: string | undefined): string | null {
  if (wallet === undefined) return null
  return atField('wallet', () => checksumAddress(wallet))
}
