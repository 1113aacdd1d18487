import { createPaymentReference, referenceTopic } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import { keccak256 } from './keccak.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('keccak256', () => {
  // The empty message and "abc", as the Keccak team publishes them (not SHA-3's padding).
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ])('keccak256 hashes %j to the published value', (text, digest) => {
    expect(hex(keccak256(Buffer.from(text)))).toBe(digest)
  })

  it('keccak256 produces the same references and topics as the hash function of core', () => {
    for (let index = 0; index < 200; index += 1) {
      const id = `01${index.toString(16).padStart(64, '0')}`
      const parts = [id, 'ab'.repeat(8), `0x${'7'.repeat(40)}`] as const
      const reference = createPaymentReference(...parts, keccak256)
      expect(reference).toBe(createPaymentReference(...parts))
      expect(referenceTopic(reference, keccak256)).toBe(referenceTopic(reference))
    }
  })

  it('keccak256 returns bytes that the next call does not change', () => {
    const first = keccak256(Buffer.from('a'))
    const copy = hex(first)
    keccak256(Buffer.from('b'))
    expect(hex(first)).toBe(copy)
  })
})
