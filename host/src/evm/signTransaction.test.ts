import fc from 'fast-check'
import { type Hex, keccak256, parseTransaction as parseWithViem } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { type EvmTransaction, parseTransaction, signTransaction } from './signTransaction.ts'

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const units = fc.bigInt(0n, 2n ** 96n)
const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some((byte) => byte > 0) && (bytes[0] ?? 0) < 255)
  .map(hex)
const transactions: fc.Arbitrary<EvmTransaction> = fc
  .record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    nonce: fc.bigInt(0n, 2n ** 48n),
    to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex),
    data: fc.uint8Array({ maxLength: 400 }).map(hex),
    gas: fc.bigInt(21_000n, 2n ** 40n),
    max: units,
    tip: units,
    isLegacy: fc.boolean(),
  })
  .map(({ max, tip, isLegacy, ...rest }) => {
    const tipUnits = tip < max ? tip : max
    return { ...rest, fees: { maxUnits: max, tipUnits: isLegacy ? max : tipUnits, isLegacy } }
  })

/** Signs as viem does. */
async function signWithViem(transaction: EvmTransaction, key: Hex): Promise<Hex> {
  const { chainId, nonce, to, data, gas, fees } = transaction
  const common = { chainId, nonce: Number(nonce), to: to as Hex, data, gas }
  const account = privateKeyToAccount(key)
  return fees.isLegacy
    ? account.signTransaction({ ...common, type: 'legacy', gasPrice: fees.maxUnits })
    : account.signTransaction({
        ...common,
        type: 'eip1559',
        maxFeePerGas: fees.maxUnits,
        maxPriorityFeePerGas: fees.tipUnits,
      })
}

describe('signTransaction', () => {
  it('signs the same bytes as viem, and parses them back', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, keys, async (transaction, key) => {
        const { raw, hash } = signTransaction(transaction, key)
        expect(raw).toBe(await signWithViem(transaction, key))
        expect(hash).toBe(keccak256(raw))
        expect(parseTransaction(raw)).toEqual(transaction)
        expect(parseWithViem(raw).to?.toLowerCase()).toBe(transaction.to)
      }),
    )
  })

  it.each(['0x', '0x02', '0x02c0', '0xc0', '0x02f8', '0x02c4010203', '0xf86b8085'])(
    'parseTransaction rejects %s',
    (raw) => expect(() => parseTransaction(raw as Hex)).toThrow(RangeError),
  )
})
