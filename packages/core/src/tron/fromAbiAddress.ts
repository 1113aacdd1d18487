import { hexToBytes } from '@noble/hashes/utils'
import { InvalidAddressError } from '../errors.ts'
import { formatTronAddress } from '../tronAddress.ts'

/**
 * Converts an address from the ABI's form to Tron's text, `T...`. Case is ignored: addresses on Tron have no EIP-55 checksum.
 *
 * @throws InvalidAddressError when it is not `0x` and 40 hex digits.
 */
export function fromAbiAddress(address: string): string {
  if (typeof address === 'string' && BODY.test(address))
    return formatTronAddress(hexToBytes(address.slice(2)))
  throw new InvalidAddressError({ address, reason: 'malformed' })
}

const BODY = /^0x[0-9a-fA-F]{40}$/
