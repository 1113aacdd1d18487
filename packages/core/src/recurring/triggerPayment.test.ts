import fc from 'fast-check'
import { decodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { recurringAbi, triggers, viemTrigger } from '../../test-support/recurringOracle.ts'
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import { FeeWithoutAddressError, ZERO_ADDRESS } from '../evm/index.ts'
import { decodeTriggerPayment, encodeTriggerPayment, type SchedulePermit } from './index.ts'

type Hex = `0x${string}`

const RUNS = { numRuns: 1_000 }

/** Payment 2 of 12, with a distinct value in every part, so that a mix-up shows. */
const permit = {
  subscriber: '0x1111111111111111111111111111111111111111',
  token: '0x2222222222222222222222222222222222222222',
  recipient: '0x3333333333333333333333333333333333333333',
  feeAddress: '0x4444444444444444444444444444444444444444',
  amount: 10_000_000n,
  feeAmount: 20_000n,
  relayerFee: 3n,
  periodSeconds: 2_419_200,
  firstPayment: 1_767_225_600,
  totalPayments: 12,
  nonce: `0x${'5a'.repeat(32)}`,
  deadline: 1_803_945_600n,
  strictOrder: true,
} as const satisfies SchedulePermit
const trigger = {
  permit,
  signature: `0x${'6b'.repeat(64)}1c`,
  index: 2,
  paymentReference: '0x7c7c7c7c7c7c7c7c',
} as const
const data = encodeTriggerPayment(trigger)

/** Changes one word of the data (0 = the first after the selector). */
function withWord(number: number, change: (word: string) => string): Hex {
  const at = 10 + 64 * number
  return `0x${data.slice(2, at)}${change(data.slice(at, at + 64))}${data.slice(at + 64)}`
}
const setWord = (number: number, value: bigint) =>
  withWord(number, () => value.toString(16).padStart(64, '0'))

describe('a call that triggers a payment', () => {
  test('a call that triggers a payment encodes as viem does and decodes back to its facts', () => {
    fc.assert(
      fc.property(triggers, (any) => {
        const encoded = encodeTriggerPayment(any)
        expect(encoded).toBe(viemTrigger(any))
        expect(decodeTriggerPayment(encoded)).toEqual(any)
      }),
      RUNS,
    )
  })

  test('a call that triggers a payment has one encoding: any changed digit decodes to another call or to null', () => {
    const digits = fc.constantFrom(...'0123456789abcdef')
    const places = fc.integer({ min: 10, max: data.length - 1 })
    fc.assert(
      fc.property(triggers, places, digits, (any, at, digit) => {
        const encoded = encodeTriggerPayment(any)
        const changed: Hex = `0x${encoded.slice(2, at)}${digit}${encoded.slice(at + 1)}`
        const decoded = decodeTriggerPayment(changed)
        if (decoded !== null) expect(encodeTriggerPayment(decoded)).toBe(changed)
      }),
      { numRuns: 5_000 },
    )
  })

  test('a call that triggers a payment decodes the same in upper and lower case', () => {
    const upper: Hex = `0x${data.slice(2).toUpperCase()}`
    expect(decodeTriggerPayment(upper)).toEqual(trigger)
  })
})

describe('decodeTriggerPayment rejects other data', () => {
  test.each<[string, Hex]>([
    ['no data', '0x'],
    ['another selector', `0xac7a9e01${data.slice(10)}`],
    ['the selector alone', '0xac7a9e00'],
    ['one digit less', `0x${data.slice(2, -1)}`],
    ['one byte less', `0x${data.slice(2, -2)}`],
    ['one word less', `0x${data.slice(2, -64)}`],
    ['an extra byte', `${data}00`],
    ['an extra word', `${data}${'00'.repeat(32)}`],
    ['a non-hex digit', `0x${data.slice(2, -20)}g${data.slice(-19)}`],
    ['no prefix', data.slice(2) as Hex],
  ])('decodeTriggerPayment rejects %s', (_, dirty) => {
    expect(decodeTriggerPayment(dirty)).toBeNull()
  })

  test.each([0, 1, 2, 3])(
    'decodeTriggerPayment rejects padding before the address in word %i',
    (number) => {
      expect(decodeTriggerPayment(withWord(number, (word) => `01${word.slice(2)}`))).toBeNull()
      expect(
        decodeTriggerPayment(withWord(number, (word) => `${word.slice(0, 23)}1${word.slice(24)}`)),
      ).toBeNull()
    },
  )

  test.each<[string, number, bigint]>([
    ['an amount above uint128', 4, 2n ** 128n],
    ['a fee above uint128', 5, 2n ** 128n],
    ['a relayer fee above uint128', 6, 2n ** 128n],
    ['amounts whose sum is above uint128', 4, 2n ** 128n - 1n],
    ['a period above uint32', 7, 2n ** 32n],
    ['a first payment above uint32', 8, 2n ** 32n],
    ['no payments', 9, 0n],
    ['256 payments', 9, 256n],
    ['a boolean of 2', 12, 2n],
    ['index 0', 14, 0n],
    ['an index above the number of payments', 14, 13n],
    ['an index above uint8', 14, 258n],
    ['a fee without a recipient', 3, 0n],
    ['a misplaced signature', 13, 0x220n],
    ['a misplaced reference', 15, 0x2a0n],
    ['a reference that overlaps the signature', 15, 0x200n],
    ['a signature of 64 bytes', 16, 64n],
    ['a signature of 66 bytes', 16, 66n],
    ['a reference of 7 bytes', 20, 7n],
    ['a reference of 9 bytes', 20, 9n],
  ])('decodeTriggerPayment rejects %s', (_, number, value) => {
    expect(decodeTriggerPayment(setWord(number, value))).toBeNull()
  })

  test('decodeTriggerPayment rejects padding after the signature and after the reference', () => {
    expect(decodeTriggerPayment(withWord(19, (word) => `${word.slice(0, -1)}1`))).toBeNull()
    expect(decodeTriggerPayment(withWord(19, (word) => `1c01${word.slice(4)}`))).toBeNull()
    expect(decodeTriggerPayment(withWord(21, (word) => `${word.slice(0, -1)}1`))).toBeNull()
  })

  test('decodeTriggerPayment rejects a valid encoding with the reference before the signature', () => {
    const head =
      setWord(13, 0x240n).slice(0, 10 + 64 * 15) + setWord(15, 0x200n).slice(-64 * 7, -64 * 6)
    const [signatureTail, referenceTail] = [data.slice(10 + 64 * 16, -128), data.slice(-128)]
    const swapped = `${head}${referenceTail}${signatureTail}` as Hex
    expect(decodeFunctionData({ abi: recurringAbi, data: swapped })).toEqual(
      decodeFunctionData({ abi: recurringAbi, data }),
    )
    expect(decodeTriggerPayment(swapped)).toBeNull()
  })
})

describe('encodeTriggerPayment rejects invalid fields', () => {
  type Change = Partial<Record<keyof SchedulePermit, unknown>>
  const encodeWith = (change: Change) => () =>
    encodeTriggerPayment({ ...trigger, permit: { ...permit, ...change } as SchedulePermit })

  test.each<[string, Change, string]>([
    ['an amount below zero', { amount: -1n }, 'amount'],
    ['an amount above uint128', { amount: 2n ** 128n }, 'amount'],
    ['an amount that is a number', { amount: 1 }, 'amount'],
    ['a fee above uint128', { feeAmount: 2n ** 128n }, 'feeAmount'],
    ['a relayer fee above uint128', { relayerFee: 2n ** 128n }, 'relayerFee'],
    ['a period above uint32', { periodSeconds: 2 ** 32 }, 'periodSeconds'],
    ['a fractional period', { periodSeconds: 1.5 }, 'periodSeconds'],
    ['a first payment above uint32', { firstPayment: 2 ** 32 }, 'firstPayment'],
    ['a first payment below zero', { firstPayment: -1 }, 'firstPayment'],
    ['no payments', { totalPayments: 0 }, 'totalPayments'],
    ['256 payments', { totalPayments: 256 }, 'totalPayments'],
    ['a nonce of 31 bytes', { nonce: `0x${'00'.repeat(31)}` }, 'nonce'],
    ['a nonce that is a number', { nonce: 1n }, 'nonce'],
    ['a deadline below zero', { deadline: -1n }, 'deadline'],
    ['a deadline above uint256', { deadline: 2n ** 256n }, 'deadline'],
    ['an order that is not a boolean', { strictOrder: 1 }, 'strictOrder'],
  ])('encodeTriggerPayment rejects %s, by name', (_, change, field) => {
    expect(encodeWith(change)).toThrow(MalformedValueError)
    expect(encodeWith(change)).toThrow(expect.objectContaining({ field }))
  })

  test.each(['subscriber', 'token', 'recipient', 'feeAddress'])(
    'encodeTriggerPayment rejects a malformed %s, by name',
    (field) => {
      expect(encodeWith({ [field]: '0x12' })).toThrow(InvalidAddressError)
      expect(encodeWith({ [field]: '0x12' })).toThrow(expect.objectContaining({ field }))
    },
  )

  test('encodeTriggerPayment rejects amounts that fit individually but not in total', () => {
    const most = 2n ** 128n - 1n - permit.feeAmount - permit.relayerFee
    expect(encodeWith({ amount: most })).not.toThrow()
    expect(encodeWith({ amount: most + 1n })).toThrow(expect.objectContaining({ field: 'amount' }))
    expect(encodeWith({ amount: most + 1n })).toThrowErrorMatchingInlineSnapshot(
      `[MalformedValueError: amount + feeAmount + relayerFee must be a bigint from 0 to 2^128 - 1, got 340282366920938463463374607431768211456.]`,
    )
  })

  test('encodeTriggerPayment rejects a fee without a recipient', () => {
    expect(encodeWith({ feeAddress: ZERO_ADDRESS })).toThrow(FeeWithoutAddressError)
    expect(encodeWith({ feeAddress: ZERO_ADDRESS, feeAmount: 0n })).not.toThrow()
  })

  test.each<[string, object, string]>([
    ['index 0', { index: 0 }, 'index'],
    ['an index above the number of payments', { index: 13 }, 'index'],
    ['a fractional index', { index: 1.5 }, 'index'],
    ['a signature of 64 bytes', { signature: `0x${'6b'.repeat(64)}` }, 'signature'],
    ['a signature of a smart account', { signature: `0x${'6b'.repeat(96)}` }, 'signature'],
    ['a reference of 7 bytes', { paymentReference: '0x7c7c7c7c7c7c7c' }, 'paymentReference'],
  ])('encodeTriggerPayment rejects %s, by name', (_, change, field) => {
    const encode = () => encodeTriggerPayment({ ...trigger, ...change })
    expect(encode).toThrow(MalformedValueError)
    expect(encode).toThrow(expect.objectContaining({ field }))
  })

  test('encodeTriggerPayment rejects 256 payments with a message that states the range', () => {
    expect(encodeWith({ totalPayments: 256 })).toThrowErrorMatchingInlineSnapshot(
      `[MalformedValueError: totalPayments must be a whole number from 1 to 255, got 256.]`,
    )
  })
})
