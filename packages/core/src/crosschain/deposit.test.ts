import fc from 'fast-check'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { devnetBridgeAbi, type ViemOrder, viemDeposit } from '../../test-support/bridgeOracle.ts'
import { honestOrder } from '../../test-support/honestBridge.ts'
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import { BRIDGE_SELECTORS, type DepositOrder, decodeDeposit, encodeDeposit } from './index.ts'

type Hex = `0x${string}`

const hexOf = (minLength: number, maxLength = minLength) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
const uints = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 53n }),
  fc.constantFrom(0n, 1n, 2n ** 52n, 2n ** 104n, 2n ** 256n - 1n),
)
const orders: fc.Arbitrary<DepositOrder> = fc.record({
  quoteId: hexOf(32),
  token: hexOf(20),
  amountUnits: uints,
  toChainId: uints,
  deadlineS: uints,
  delivery: fc.record({
    token: hexOf(20),
    amountUnits: uints,
    fallbackAddress: hexOf(20),
    target: hexOf(20),
    spender: hexOf(20),
    gasLimit: uints,
    callData: hexOf(0, 300),
  }),
})

test('the selector matches the Solidity source', () => {
  const [deposit] = devnetBridgeAbi
  expect(BRIDGE_SELECTORS.deposit).toBe(toFunctionSelector(deposit))
})

test('a deposit encodes as viem does and decodes back to its facts', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const data = encodeDeposit(order)
      expect(data).toBe(viemDeposit(toViem(order)))
      expect(decodeDeposit(data)).toEqual(order)
    }),
    { numRuns: 2_000 },
  )
})

test('decodeDeposit reads a call of zero to two words that viem has padded', () => {
  for (let bytes = 0; bytes <= 64; bytes++) {
    const callData: Hex = `0x${'ab'.repeat(bytes)}`
    const data = viemDeposit({ ...honestOrder, delivery: { ...honestOrder.delivery, callData } })
    expect(decodeDeposit(data)?.delivery.callData).toBe(callData)
  }
})

describe('decodeDeposit', () => {
  const data = viemDeposit(honestOrder)
  const words = data.slice(10).match(/.{64}/g) ?? []
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const withWord = (index: number, text: string) =>
    asHex(data.slice(0, 10) + words.map((one, at) => (at === index ? text : one)).join(''))

  test('decodeDeposit reads hex in any case', () => {
    expect(decodeDeposit(`0x${data.slice(2).toUpperCase()}`)).toEqual(decodeDeposit(data))
    expect(decodeDeposit(data)).not.toBeNull()
  })

  test('decodeDeposit rejects data that is truncated or extended at any point', () => {
    for (let length = 0; length < data.length; length++)
      expect(decodeDeposit(asHex(data.slice(0, length)))).toBeNull()
    for (const tail of ['0', '00', '0'.repeat(64), 'ff'])
      expect(decodeDeposit(`${data}${tail}`)).toBeNull()
  })

  test('decodeDeposit rejects a non-hex character at any position', () => {
    for (let at = 0; at < data.length; at++)
      for (const character of ['g', ' ', 'ａ'])
        expect(decodeDeposit(asHex(data.slice(0, at) + character + data.slice(at + 1)))).toBeNull()
  })

  // Words: offset, quoteId, token, amount, toChainId, deadline, offset; then token, amount, fallback, target, spender, gas, offset, length.
  test.each([
    ['a misplaced order', 0, word(0x40n)],
    ['a misplaced delivery', 6, word(0xe0n)],
    ['a misplaced call', 13, word(0x100n)],
    ['a call longer than the data', 14, word(10_000n)],
    ['a call length beyond the largest number', 14, 'ff'.repeat(32)],
    ['a call shorter by a word', 14, word(260n - 32n)],
    ['a dirty token', 2, `1${words[2]?.slice(1)}`],
    ['a dirty target', 10, `${words[10]?.slice(0, 23)}1${words[10]?.slice(24)}`],
  ])('decodeDeposit rejects %s', (_, index, text) => {
    expect(decodeDeposit(withWord(index, text))).toBeNull()
  })

  test('decodeDeposit rejects trailing digits after the call', () => {
    expect(decodeDeposit(asHex(`${data.slice(0, -1)}1`))).toBeNull()
  })

  test('decodeDeposit decodes changed bytes only to facts that encode to the same bytes', () => {
    const changes = fc.array(
      fc.record({ at: fc.integer({ min: 2, max: data.length - 1 }), digit: fc.nat(15) }),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(changes, (list) => {
        const changed = list.reduce(
          (text, { at, digit }) =>
            asHex(text.slice(0, at) + digit.toString(16) + text.slice(at + 1)),
          data,
        )
        const order = decodeDeposit(changed)
        if (order !== null) expect(viemDeposit(toViem(order))).toBe(changed)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('encodeDeposit rejects invalid orders', () => {
  const order: DepositOrder = {
    quoteId: honestOrder.quoteId,
    token: honestOrder.token,
    amountUnits: 1n,
    toChainId: 1n,
    deadlineS: 1n,
    delivery: { ...honestOrder.delivery, amountUnits: 1n },
  }
  const { delivery } = order
  test.each<[string, DepositOrder, new (...args: never[]) => Error]>([
    ['a short quote id', { ...order, quoteId: '0x00' }, MalformedValueError],
    ['a token that is not an address', { ...order, token: '0x' }, InvalidAddressError],
    ['a negative amount', { ...order, amountUnits: -1n }, MalformedValueError],
    ['a chain beyond 256 bits', { ...order, toChainId: 2n ** 256n }, MalformedValueError],
    [
      'half a byte',
      { ...order, delivery: { ...delivery, callData: '0xabc' } },
      MalformedValueError,
    ],
    [
      'a target with a wrong checksum',
      { ...order, delivery: { ...delivery, target: '0x5ecC000000000000000000000000000000000001' } },
      InvalidAddressError,
    ],
  ])('encodeDeposit rejects %s', (_, refused, error) => {
    expect(() => encodeDeposit(refused)).toThrow(error)
  })
})

/** Types any string as hex: the decoder must not rely on the type. */
function asHex(text: string): Hex {
  return text as Hex
}

function toViem({ amountUnits, deadlineS, delivery, ...order }: DepositOrder): ViemOrder {
  const { amountUnits: amount, ...rest } = delivery
  return {
    ...order,
    token: asHex(order.token),
    amount: amountUnits,
    deadline: deadlineS,
    delivery: {
      ...rest,
      token: asHex(rest.token),
      fallbackAddress: asHex(rest.fallbackAddress),
      target: asHex(rest.target),
      spender: asHex(rest.spender),
      amount,
    },
  }
}
