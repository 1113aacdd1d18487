import fc from 'fast-check'
import { concat, encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { unwrapSignature } from './unwrapSignature.ts'

const FACTORY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const MARK: Hex = `0x${'6492'.repeat(16)}`
const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
const bytes = fc
  .uint8Array({ maxLength: 200 })
  .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

describe('unwrapSignature', () => {
  it('unwrapSignature leaves a signature without the EIP-6492 suffix unchanged', () => {
    fc.assert(
      fc.property(bytes, (signature) => {
        fc.pre(!signature.endsWith(MARK.slice(2)))
        expect(unwrapSignature(signature)).toEqual({ signature, deployment: null })
      }),
    )
  })

  it('unwrapSignature unwraps the output of viem', () => {
    fc.assert(
      fc.property(bytes, bytes, (data, signature) => {
        const wrapped = serializeErc6492Signature({ address: FACTORY, data, signature })
        expect(unwrapSignature(wrapped)).toEqual({
          signature,
          deployment: { factory: FACTORY, data },
        })
      }),
    )
  })

  it.each([
    ['nothing', MARK],
    ['garbage', concat([`0x${'ff'.repeat(96)}`, MARK])],
    ['a signature of a key', concat([`0x${'11'.repeat(65)}`, MARK])],
    [
      'a truncated wrapper',
      concat([
        `0x${encodeAbiParameters(parameters, [zeroAddress, '0x', '0x']).slice(2, 100)}`,
        MARK,
      ]),
    ],
  ])('unwrapSignature returns null for the suffix after %s', (_, signature) => {
    expect(unwrapSignature(signature)).toBeNull()
  })
})
