import { describe, expect, test } from 'vitest'
import aggregators from '../../vectors/aggregators.json' with { type: 'json' }
import { type Currency, findNetwork, getCurrency, getNetwork, networks } from '../networks/index.ts'
import {
  type ConvertedCurrency,
  findConversionPath,
  listConversionRoutes,
  NoConversionPathError,
  requireConversionPath,
} from './index.ts'
import { ratesOf } from './rateGraph.ts'

const { _meta: meta, ...tables } = aggregators
type Path = { path: readonly string[] } | null
type Table = {
  tokens: Record<string, { address: string }>
  paths: Record<string, Record<string, Path>>
  nativePaths: Record<string, Path>
  edges: readonly { a: string; b: string }[]
}
const tablesById: Record<string, Table> = tables
const fiat = (code: string) => getCurrency(code).currency
const token = (network: string, id: string, hash: string): ConvertedCurrency => ({
  id,
  type: 'ERC20',
  network,
  hash,
})
const native = (network: string, hash: string): ConvertedCurrency => ({
  id: `native of ${network}`,
  type: 'ETH',
  network,
  hash,
})

/** Every path in the published tables of the contracts' authors, and every pair for which the tables list no path. */
const listed = Object.entries(tablesById).flatMap(([network, table]) => [
  ...Object.entries(table.paths).flatMap(([code, byToken]) =>
    Object.entries(byToken).map(([id, found]) => ({
      network,
      code,
      to: token(network, id, table.tokens[id]?.address ?? ''),
      path: found?.path ?? null,
    })),
  ),
  ...Object.entries(table.nativePaths).map(([code, found]) => ({
    network,
    code,
    to: native(network, nativeHash(network)),
    path: found?.path ?? null,
  })),
])

function nativeHash(network: string): string {
  const hashes: Record<string, { hash: string }> = meta.nativeHash
  return hashes[network]?.hash ?? ''
}

describe('findConversionPath', () => {
  test('findConversionPath finds exactly the published paths, byte for byte', () => {
    const found = listed.map(({ network, code, to }) => ({
      network,
      code,
      to,
      path: findConversionPath(getNetwork(network), fiat(code), to),
    }))
    expect(found).toEqual(listed)
    // There are 12 networks; without this check, a missing table would pass unnoticed.
    expect(Object.keys(tablesById)).toHaveLength(12)
    expect(listed.filter(({ path }) => path !== null)).toHaveLength(127)
    expect(listed.filter(({ path }) => path === null)).toHaveLength(68)
  })

  test.each(Object.keys(tablesById))(
    'findConversionPath has exactly the published rates of %s',
    (network) => {
      const pairs = (tablesById[network]?.edges ?? []).map(({ a, b }) => [a, b].sort().join(' '))
      const known = [...ratesOf(getNetwork(network))].flatMap(([from, against]) =>
        against.map((to) => [from, to].sort().join(' ')),
      )
      expect([...new Set(known)].sort()).toEqual([...new Set(pairs)].sort())
    },
  )

  test.each([
    ['base', 'EUR', 'USDC-base'],
    ['base', 'USD', 'USDT-base'],
    ['sepolia', 'CNY', 'FAU-sepolia'],
    ['sepolia', 'JPY', 'ETH-sepolia'],
    ['sepolia', 'USD', 'USDC-sepolia'],
    ['optimism', 'CNY', 'USDC-optimism'],
    ['optimism', 'USD', 'ETH-optimism'],
    ['bsc', 'CNY', 'USDT-bsc'],
  ])(
    'findConversionPath on %s finds no path from %s to %s, and reports that no rates connect them',
    (network, from, to) => {
      expect(refusal(network, from, to)).toMatchObject({
        reason: 'no_path',
        field: 'paymentCurrency',
      })
    },
  )

  test.each([
    ['mantle', 'USD', 'MNT-mantle'],
    ['zksyncera', 'USD', 'USDC-zksyncera'],
  ])(
    'findConversionPath on %s finds no path, and reports that the contracts are missing',
    (network, from, to) => {
      expect(refusal(network, from, to)).toMatchObject({ reason: 'no_contracts' })
    },
  )

  test('findConversionPath requires the conversion proxy for the coin or for tokens, not just any conversion contract', () => {
    const network = getNetwork('mainnet')
    const { EthConversionProxy: _, ...contracts } = network.contracts
    const withoutNative = { ...network, contracts }
    expect(
      findConversionPath(withoutNative, fiat('USD'), getCurrency('ETH-mainnet').currency),
    ).toBe(null)
    expect(
      findConversionPath(withoutNative, fiat('USD'), getCurrency('USDC-mainnet').currency),
    ).toHaveLength(2)
  })

  test.each(['devnet', 'devnet-b'])(
    'findConversionPath on %s connects the yen to the coin and to every token except FEE',
    (id) => {
      const network = getNetwork(id)
      const routes = listConversionRoutes(fiat('JPY'), [network]).map((currency) => currency.symbol)
      expect(new Set(routes.map((symbol) => symbol.split('-')[0]))).toEqual(
        new Set(['ETH', 'USDC', 'USDT', 'DAI', 'FAU']),
      )
      expect(routes).toHaveLength(5)
      const { JPY, USD } = meta.fiatHash
      const address = '0x5ecc000000000000000000000000000000000101'
      const usdc = getCurrency(`USDC-${id}`).currency
      expect(findConversionPath(network, fiat('JPY'), usdc)).toEqual([JPY, USD, address])
    },
  )

  test('findConversionPath connects two tokens on a network, and its coin, through the fewest rates', () => {
    const { USD } = meta.fiatHash
    const mainnet = getNetwork('mainnet')
    const of = (id: string) => getCurrency(id).currency
    const ether = nativeHash('mainnet')
    const usdc = of('USDC-mainnet').hash.toLowerCase()
    const usdt = of('USDT-mainnet').hash.toLowerCase()
    expect(findConversionPath(mainnet, of('ETH-mainnet'), of('USDC-mainnet'))).toEqual([
      ether,
      usdc,
    ])
    expect(findConversionPath(mainnet, of('USDT-mainnet'), of('USDC-mainnet'))).toEqual([
      usdt,
      USD,
      usdc,
    ])
  })

  test('findConversionPath rejects paths that the contracts would scale wrongly or cannot pay out', () => {
    const of = (id: string) => getCurrency(id).currency
    const sepolia = getNetwork('sepolia')
    // Sepolia's table contains Ethereum tokens, which have no code on Sepolia and would count as fiat.
    expect(ratesOf(sepolia).has(of('USDC-mainnet').hash.toLowerCase())).toBe(true)
    expect(findConversionPath(sepolia, of('USDC-mainnet'), of('FAU-sepolia'))).toBeNull()
    expect(findConversionPath(sepolia, of('ETH-mainnet'), of('FAU-sepolia'))).toBeNull()
    expect(findConversionPath(getNetwork('mainnet'), fiat('USD'), fiat('EUR'))).toBeNull()
    expect(findConversionPath(getNetwork('base'), fiat('USD'), of('USDC-mainnet'))).toBeNull()
    const usdc = of('USDC-mainnet')
    expect(findConversionPath(getNetwork('mainnet'), usdc, usdc)).toBeNull()
  })
})

test('the error names both currencies, the network and the reason', () => {
  expect(refusal('mantle', 'USD', 'MNT-mantle').message).toMatchInlineSnapshot(
    `"USD cannot be paid in MNT-mantle: the conversion contracts for it are not deployed on mantle. See GET /v2/currencies/USD/conversion-routes for its payment currencies."`,
  )
  expect(refusal('base', 'EUR', 'USDC-base').message).toMatchInlineSnapshot(
    `"EUR cannot be paid in USDC-base: the conversion contracts on base have no path of rates between them. See GET /v2/currencies/EUR/conversion-routes for its payment currencies."`,
  )
})

test('listConversionRoutes returns every payable currency on the given networks', () => {
  const ids = (from: string, over = networks) =>
    listConversionRoutes(fiat(from), over).map(({ id }) => id)
  const base = findNetwork('base')
  expect(base && ids('USD', [base])).toEqual(['ETH-base-base', 'USDC-base'])
  expect(base && ids('EUR', [base])).toEqual([])
  expect(ids('CNY').filter((id) => /optimism|bsc|base|mantle|zksync|tron/.test(id))).toEqual([])
  const foreign: Currency = { ...getCurrency('USDC-base').currency, network: 'elsewhere' }
  expect(listConversionRoutes(fiat('USD'), networks, [foreign])).toEqual([])
})

function refusal(network: string, from: string, to: string): NoConversionPathError {
  try {
    requireConversionPath(getNetwork(network), fiat(from), getCurrency(to).currency)
  } catch (error) {
    if (error instanceof NoConversionPathError) return error
    throw error
  }
  throw new Error('A path was found.')
}
