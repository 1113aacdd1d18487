import fc from 'fast-check'
import { encodeAbiParameters, getAddress, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { bytesWords, readAddressWord, readBytes, wordOf } from './abiWords.ts'

const hex = (constraints: fc.IntArrayConstraints) =>
  fc.uint8Array(constraints).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const address = hex({ minLength: 20, maxLength: 20 })
const TYPES = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

describe('The ABI words', () => {
  it('the words of an address and of bytes are the words that viem writes, and are read back', () => {
    fc.assert(
      fc.property(address, hex({ maxLength: 100 }), hex({ maxLength: 100 }), (one, a, b) => {
        const first = bytesWords(a)
        const head = [getAddress(one), 96n, BigInt(96 + first.length / 2)].map(wordOf).join('')
        const data = head + first + bytesWords(b)
        expect(`0x${data}`).toBe(encodeAbiParameters(TYPES, [getAddress(one), a, b]))
        expect(readAddressWord(data, 0)).toBe(one)
        expect([readBytes(data, 1), readBytes(data, 2)]).toEqual([a, b])
        const cut = data.slice(0, 96 * 2 + 63)
        expect([readBytes(cut, 1), readAddressWord(cut, 9)]).toEqual([null, null])
      }),
    )
  })

  it('a number beyond a word, and an offset or a length beyond the data, are rejected', () => {
    expect(() => wordOf(2n ** 256n)).toThrow(RangeError)
    expect(readBytes(wordOf(2n ** 255n), 0)).toBeNull()
    expect(readBytes(wordOf(32n) + wordOf(33n) + wordOf(0n), 0)).toBeNull()
    expect(readAddressWord(wordOf(2n ** 200n), 0)).toBeNull()
  })
})
