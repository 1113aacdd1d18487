import { describe, expect, it } from 'vitest'
import { findCurrency as findOurs } from '../../networks/index.ts'
import { publishedCurrencies } from '../index.ts'
import { loadListedTokens, readList } from './index.ts'
import { lines } from './mainnet.ts'

const UNLISTED = publishedCurrencies.filter(
  ({ id, network, address }) => network !== 'fiat' && address !== null && !findOurs(id),
)

describe('the lists that the payment element loads', () => {
  it('the lists that the payment element loads have every published currency outside the registry, with its symbol, decimals and address', async () => {
    const networks = [...new Set(UNLISTED.map(({ network }) => network))]
    const lists = new Map(
      await Promise.all(networks.map(async (id) => [id, await loadListedTokens(id)] as const)),
    )
    const missing = UNLISTED.filter(
      ({ network, symbol, decimals, address }) =>
        !lists
          .get(network)
          ?.some(
            (one) => one.symbol === symbol && one.decimals === decimals && one.address === address,
          ),
    )
    expect(missing).toEqual([])
    expect([...lists.values()].flat()).toHaveLength(UNLISTED.length)
    expect(UNLISTED.length).toBeGreaterThan(900)
  })

  it.each([
    ['another address', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', `0x${'66'.repeat(20)}`],
    ['other decimals', 'AAVE 18', 'AAVE 17'],
    ['an extra line', 'AAVE 18', `USDC 6 0x${'66'.repeat(20)}\nAAVE 18`],
  ])('the lists that the payment element loads are rejected as a whole with %s', (_, from, to) => {
    expect(readList('mainnet', lines).some(({ symbol }) => symbol === 'AAVE')).toBe(true)
    const altered = lines.replace(from, to)
    expect(altered).not.toBe(lines)
    expect(readList('mainnet', altered)).toEqual([])
    expect(readList('base', lines)).toEqual([])
  })

  it('the lists that the payment element loads are empty for a network without a list', async () => {
    expect(await loadListedTokens('devnet')).toEqual([])
    expect(await loadListedTokens('constructor')).toEqual([])
  })
})
