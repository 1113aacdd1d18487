import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import type { Rate } from '../../chains/chainClient.ts'
import { PRICE_SCALE } from '../prices.ts'
import { openChainlink } from './chainlink.ts'

const base = getNetwork('base')
const matic = getNetwork('matic')
const AT_S = 1_772_000_000n
/** The contracts' rates: units of 10^-8 dollars per 10^18 base units. */
const RATES = {
  'USDC-base': 99_990_000n * 10n ** 12n,
  ETH: 300_012_340_000n,
  EUR: 108_000_000n * 10n ** 10n,
}

/** Feeds of USDC and ETH on Base, and of the euro on Polygon, each with its own age. */
function open(rates: Partial<Record<string, Rate>>) {
  const networks = new Map([base, matic].map((network) => [network.id, { network }]))
  return openChainlink({
    chains: {
      ids: [...networks.keys()],
      get: (id: string) => networks.get(id) as never,
    },
    rates: {
      read: async (id, [path]) => [rates[`${id} ${path?.[0]?.toLowerCase()}`] ?? null],
    },
  })
}

const USDC = { hash: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' }
const key = (id: string, hash: string) => `${id} ${hash.toLowerCase()}`
const EUR_HASH = '0x17b4158805772ced11225e77339f90beb5aae968'
const FEEDS = {
  [key('base', USDC.hash)]: { rate: RATES['USDC-base'], oldestTimestampS: AT_S - 100n },
  [key('base', base.nativeCurrency.hash)]: { rate: RATES.ETH, oldestTimestampS: AT_S },
  [key('matic', EUR_HASH)]: { rate: RATES.EUR, oldestTimestampS: AT_S - 900n },
}

describe('the chainlink source', () => {
  test('the chainlink source prices an asset in dollars from its feed', async () => {
    const price = await open(FEEDS).read({ asset: 'ETH', currency: 'USD' })
    expect(price).toEqual({
      source: 'chainlink',
      rate: 30_001_234n * 10n ** 14n,
      at: new Date(Number(AT_S) * 1_000),
    })
  })

  test('the chainlink source combines feeds of two networks, and reports the older feed’s time', async () => {
    const { rate, at } = await open(FEEDS).read({ asset: 'USDC', currency: 'EUR' })
    expect(rate).toBe((9_999n * 10n ** 14n * PRICE_SCALE) / (108n * 10n ** 16n))
    expect(at).toEqual(new Date(Number(AT_S - 900n) * 1_000))
  })

  test('the chainlink source lists only pairs for which a served network has feeds', () => {
    const source = open(FEEDS)
    expect(source.lists({ asset: 'USDC', currency: 'EUR' })).toBe(true)
    expect(source.lists({ asset: 'AAVE', currency: 'USD' })).toBe(false)
    expect(source.lists({ asset: 'EURC', currency: 'USD' })).toBe(false)
  })

  test('the chainlink source reads a test network only if no other network is served', async () => {
    const asked: string[] = []
    const sourceOf = (...ids: string[]) =>
      openChainlink({
        chains: { ids, get: (id: string) => ({ network: getNetwork(id) }) as never },
        rates: {
          async read(id) {
            asked.push(id)
            return [{ rate: RATES.ETH, oldestTimestampS: AT_S }]
          },
        },
      })
    const pair = { asset: 'ETH', currency: 'USD' }
    await sourceOf('sepolia', 'base').read(pair)
    await sourceOf('sepolia').read(pair)
    expect(asked).toEqual(['base', 'sepolia'])
  })

  test('the chainlink source fails after its deadline if no node responds', async () => {
    const chains = { ids: ['base'], get: () => ({ network: base }) as never }
    const rates = { read: () => new Promise<never>(() => {}) }
    const source = openChainlink({ chains, rates }, { deadlineMs: 20 })
    await expect(source.read({ asset: 'ETH', currency: 'USD' })).rejects.toThrow('deadline: 20 ms')
  })

  test('the chainlink source fails if the contract has no rate', async () => {
    await expect(open({}).read({ asset: 'ETH', currency: 'USD' })).rejects.toThrow('no rate')
  })
})
