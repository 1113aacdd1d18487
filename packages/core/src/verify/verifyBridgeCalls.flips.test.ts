import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesToTry } from '../../../../tests/support/casesToTry.ts'
import { approval, deposit, judgeBridge, reset, transfer } from '../../test-support/honestBridge.ts'
import { verifyBridgeCalls } from './index.ts'

/** All transactions from a host, as hex. */
const honest = [reset, approval, deposit()].map(({ to, data }) => ({
  to: to.toLowerCase(),
  data,
  value: '0x0',
  chainId: '0x7a6a',
}))
type Transaction = (typeof honest)[number]
type Place = { index: number; key: keyof Transaction; at: number }

/** Every digit of every field, without its `0x`. */
const places: readonly Place[] = honest.flatMap((transaction, index) =>
  (['to', 'data', 'value', 'chainId'] as const).flatMap((key) =>
    Array.from({ length: transaction[key].length - 2 }, (_, at) => ({ index, key, at: at + 2 })),
  ),
)
const fixed = places.filter((place) => !isBridgesOwn(place))
const free = places.filter(isBridgesOwn)

test('the honest transactions are accepted, and exactly two words of them are unverified', () => {
  expect(judgeBridge(transfer, received(honest))).toBe('decoded, verified')
  expect(free).toHaveLength(128)
})

test('a changed digit at any position is rejected, in 30,000 attempts in the deep tier', () => {
  fc.assert(
    fc.property(changeOf(fixed), (change) => {
      expect(judgeBridge(transfer, received(changed(change)))).toMatch(/ at [012]$/)
    }),
    { numRuns: casesToTry(30_000), seed: 20_260_601 },
  )
})

test('a flip of any digit’s lowest bit is rejected', () => {
  for (const place of fixed)
    expect(judgeBridge(transfer, received(changed({ place, by: 1 })))).toMatch(/ at [012]$/)
})

test('the id and deadline of a quote are signed exactly as the bridge returned them', () => {
  fc.assert(
    fc.property(changeOf(free), (change) => {
      const wire = received(changed(change))
      const { steps } = verifyBridgeCalls(transfer, wire)
      expect(steps.map(({ transaction }) => transaction.data)).toEqual(wire.map(({ data }) => data))
    }),
    { numRuns: casesToTry(1_000), seed: 20_260_602 },
  )
})

type Change = { place: Place; by: number }

function changeOf(list: readonly Place[]): fc.Arbitrary<Change> {
  return fc.record({ place: fc.constantFrom(...list), by: fc.integer({ min: 1, max: 15 }) })
}

function changed({ place, by }: Change): readonly Transaction[] {
  const { index, key, at } = place
  return honest.map((transaction, position) =>
    position === index
      ? { ...transaction, [key]: withDigit(transaction[key], at, by) }
      : transaction,
  )
}

function received(transactions: readonly Transaction[]) {
  return transactions.map((transaction) => ({
    ...transaction,
    chainId: Number(transaction.chainId),
  }))
}

/** Returns whether a digit belongs to the second or the sixth word of a deposit's arguments: its quote's id and its deadline. */
function isBridgesOwn({ index, key, at }: Place): boolean {
  if (index !== 2 || key !== 'data') return false
  const word = Math.floor((at - '0x624b284e'.length) / 64)
  return word === 1 || word === 5
}

function withDigit(text: string, at: number, by: number): string {
  const digit = Number.parseInt(text.charAt(at), 16) ^ by
  return text.slice(0, at) + digit.toString(16) + text.slice(at + 1)
}
