import { InvalidInputError } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'

/**
 * Rejects a fee address that belongs to another family of chains. A client ID accepts an address of either family until the network of
 * its payments is known.
 *
 * @throws InvalidInputError naming `feeAddress`
 */
export function guardFeeAddress(network: Pick<Network, 'id' | 'family'>, feeAddress: string): void {
  if (feeAddress.startsWith('0x') === (network.family === 'evm')) return
  throw new InvalidInputError([
    {
      field: 'feeAddress',
      code: 'invalid_address',
      message: `is not an address on ${network.id}`,
    },
  ])
}
