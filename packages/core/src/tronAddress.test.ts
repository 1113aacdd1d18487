import { describe, expect, it } from 'vitest'
import vectors from '../vectors/destination-id.json' with { type: 'json' }
import { encodeBase58Check } from './base58check.ts'
import { InvalidAddressError } from './errors.ts'
import { formatTronAddress, isTronAddress, tronAddressBody } from './tronAddress.ts'

describe('Tron addresses', () => {
  it.each(vectors.tron)('$walletAddress has the body $evmHex20', ({ walletAddress, evmHex20 }) => {
    const body = tronAddressBody(walletAddress)
    expect(`0x${Buffer.from(body).toString('hex')}`).toBe(evmHex20.toLowerCase())
    expect(formatTronAddress(body)).toBe(walletAddress)
    expect(isTronAddress(walletAddress)).toBe(true)
  })

  it.each([
    ['a wrong last character', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
    ['lower case', 'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', 'malformed'],
    ['an EVM address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'malformed'],
    ['nothing', '', 'malformed'],
    ['a space', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ', 'malformed'],
  ])('tronAddressBody rejects %s', (_, text, reason) => {
    expect(isTronAddress(text)).toBe(false)
    expect(() => tronAddressBody(text)).toThrow(
      expect.objectContaining({ name: InvalidAddressError.name, reason }),
    )
  })

  it('isTronAddress rejects an address with another prefix that happens to start with T', () => {
    // 0x42 is not Tron's prefix, but some of its strings still begin with T.
    const text = encodeBase58Check(Uint8Array.of(0x42, ...new Uint8Array(20)))
    expect(isTronAddress(text)).toBe(false)
  })
})
