import { tronAddressBody } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'

/** Returns an address on a network in its canonical form; null if the text is not an address. The service checks it again. */
export function checkAddress(text: string, { family }: Pick<Network, 'family'>): string | null {
  try {
    if (family === 'evm') return checksumAddress(text)
    tronAddressBody(text)
    return text
  } catch {
    return null
  }
}
