import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58Check, encodeBase58Check } from './base58check.ts'

const hex = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('hex')

describe('Base58Check', () => {
  it.each([
    // Bitcoin's genesis address; its leading 1 is the leading zero byte.
    ['0062e907b15cbf27d5425399ebf6f0fb50ebb88f18', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    // Tether's contract on Tron.
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('Base58Check encodes %s as %s and decodes it back', (payload, text) => {
    expect(encodeBase58Check(Buffer.from(payload, 'hex'))).toBe(text)
    expect(hex(decodeBase58Check(text))).toBe(payload)
  })

  it('Base58Check decodes its own output', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (payload) => {
        expect(hex(decodeBase58Check(encodeBase58Check(payload)))).toBe(hex(payload))
      }),
    )
  })

  it.each([
    [''],
    ['1'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6l'],
    [' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['2'.repeat(1_000_000)],
  ])('Base58Check returns null for a text that is not valid', (text) => {
    expect(decodeBase58Check(text)).toBeNull()
  })

  it('Base58Check detects any single wrong character of an address', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    for (let index = 0; index < address.length; index++) {
      for (const letter of alphabet) {
        if (letter === address[index]) continue
        const text = address.slice(0, index) + letter + address.slice(index + 1)
        expect(decodeBase58Check(text)).toBeNull()
      }
    }
  })
})
