import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import { createFakePrices, type FakePrices } from '../../../tests/support/fakePrices.ts'
import type { Context } from '../context.ts'
import { usdOf } from './usdOf.ts'

/** Returns the dollars of an amount on a network whose contracts have a rate, or none. */
async function worthOf(
  id: string,
  {
    units,
    network = 'base',
    rate = null,
  }: { units: bigint; network?: string; rate?: bigint | null },
  prices: FakePrices | null = pricesOf(),
) {
  // The code under test needs only these members.
  const rates = {
    latest: async () => rate && { rate, oldestTimestampS: 1n },
  } as unknown as Context['rates']
  const { currency } = getCurrency(id)
  return usdOf({ rates, prices }, { network: getNetwork(network), currency, units })
}

function pricesOf(): FakePrices {
  const prices = createFakePrices(() => new Date('2026-01-01T00:00:00.000Z'))
  prices.set('ETH', 'USD', '2500')
  prices.set('USDT', 'USD', '0.9999')
  prices.set('EUR', 'USD', '1.25')
  return prices
}

test('an amount in dollars is its own worth, and no price is read', async () => {
  const prices = pricesOf()
  expect(await worthOf('USD', { units: 5_00000000n }, prices)).toBe(5_00000000n)
  expect(prices.reads).toBe(0)
})

test('an amount is valued at the network’s own rate if there is one, regardless of the market price', async () => {
  const prices = pricesOf()
  const amount = { units: 10n ** 18n, network: 'mainnet', rate: 2_600_00000000n }
  expect(await worthOf('ETH-mainnet', amount, prices)).toBe(2_600_00000000n)
  expect(prices.reads).toBe(0)
})

test.each([
  ['a coin', 'ETH-base-base', 2n * 10n ** 18n, 'base', 5_000_00000000n],
  ['a token', 'USDT-tron', 3_000_001n, 'tron', 2_99970099n],
  ['a fiat currency', 'EUR', 4_00000000n, 'tron', 5_00000000n],
])(
  'without a rate of the network, %s is worth the market price, rounded down',
  async (...facts) => {
    const [, id, units, network, worth] = facts
    expect(await worthOf(id, { units, network })).toBe(worth)
  },
)

test('an amount without a certain price has an unknown worth, rather than 0', async () => {
  const eth = { units: 10n ** 18n }
  expect(await worthOf('ETH-base-base', eth, null)).toBeNull()
  const silent = pricesOf()
  silent.silence('ETH', 'USD')
  expect(await worthOf('ETH-base-base', eth, silent)).toBeNull()
  expect(await worthOf('FAU-sepolia', { units: 1n, network: 'sepolia' })).toBeNull()
})
