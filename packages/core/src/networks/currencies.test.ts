import { keccak256, stringToBytes } from 'viem'
import { eurc, usdc } from 'viem/tokens'
import { describe, expect, it } from 'vitest'
import tokenList from '../../vectors/currencies.json' with { type: 'json' }
import { UnknownCurrencyError } from '../errors.ts'
import {
  type Currency,
  currencies,
  findCurrency,
  findCurrencyByToken,
  getCurrency,
} from './currencies.ts'
import { fiatCurrencies } from './fiatCurrencies.ts'
import { getNetwork, networks } from './networks.ts'

/** The ids and aliases of every currency, including duplicates. */
const names = networks.flatMap(({ nativeCurrency, tokens }) =>
  [nativeCurrency, ...tokens].flatMap(({ currencyId, aliases }) => [currencyId, ...aliases]),
)

/** Circle's tokens as viem defines them: addresses by chain id. */
const circle: readonly { addresses: Record<number, string | undefined>; decimals: number }[] = [
  usdc,
  eurc,
]

const fiatIds = fiatCurrencies.map(({ id }) => id)

function isPublicToken({ id, type }: Currency): boolean {
  return type.endsWith('20') && getCurrency(id).network?.isLocal === false
}

function circleToken(
  chainId: number,
  address: string,
): { address: string; decimals: number } | undefined {
  const token = circle.find(({ addresses }) => addresses[chainId] === address)
  return token === undefined ? undefined : { address, decimals: token.decimals }
}

describe('currencies', () => {
  it.each(currencies)('$id has exactly the nine keys of the API', (currency) => {
    expect(Object.keys(currency).sort()).toEqual(
      ['address', 'chainId', 'decimals', 'hash', 'id', 'name', 'network', 'symbol', 'type'].sort(),
    )
  })

  it.each(tokenList.tokens)('$id matches the published token list', (listed) => {
    // The list's names are often just the symbol, and one of its addresses has a wrong checksum.
    const { name: _, address, hash, ...expected } = listed
    const { currency } = getCurrency(listed.id)
    expect(currency).toMatchObject(expected)
    expect(currency.address.toLowerCase()).toBe(address.toLowerCase())
    expect(currency.hash.toLowerCase()).toBe(hash.toLowerCase())
  })

  it('currencies have unique ids and aliases', () => {
    expect(new Set([...names, ...fiatIds]).size).toBe(names.length + fiatIds.length)
    expect(new Set(currencies.map(({ id }) => id)).size).toBe(currencies.length)
  })

  it('currencies have unique addresses per network', () => {
    const keys = currencies.map(({ network, address }) => `${network}:${address.toLowerCase()}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('currencies have ids that end in their network', () => {
    for (const { id, network } of currencies) {
      if (network !== 'fiat') expect(id.endsWith(`-${network}`)).toBe(true)
    }
  })

  it.each([
    ['USDC-optimism', 'USDCn-optimism'],
    ['USDC-matic', 'USDCn-matic'],
    ['USDC-sepolia', 'fUSDC-sepolia'],
    ['USDT-sepolia', 'fUSDT-sepolia'],
    ['USDC-base-base', 'USDC-base'],
    ['ETH-base', 'ETH-base-base'],
    ['ETH-sepolia', 'ETH-sepolia-sepolia'],
    ['ETH-arbitrum-one', 'AETH-arbitrum-one'],
    ['POL-matic', 'MATIC-matic'],
  ])('currencies accept the spelling %s for %s', (alias, id) => {
    expect(findCurrency(alias)).toBe(getCurrency(id))
    expect(getCurrency(id).currency.id).toBe(id)
  })

  it('currencies resolve every id and alias to the entry that declares it', () => {
    for (const { nativeCurrency, tokens, id: network } of networks) {
      for (const { currencyId, aliases } of [nativeCurrency, ...tokens]) {
        for (const name of [currencyId, ...aliases]) {
          expect(getCurrency(name).currency).toMatchObject({ id: currencyId, network })
        }
      }
    }
  })

  it('currencies are found by token regardless of case, and by null for the native coin', () => {
    for (const network of networks) {
      expect(findCurrencyByToken(network, null)).toMatchObject({ isNative: true, network })
      for (const token of network.tokens) {
        const expected = getCurrency(token.currencyId)
        expect(findCurrencyByToken(network, token.address)).toBe(expected)
        expect(expected).toMatchObject({ token, network, isNative: false, isFiat: false })
        const lower = findCurrencyByToken(network, token.address.toLowerCase())
        expect(lower).toBe(network.family === 'tron' ? undefined : expected)
      }
    }
  })

  it('currencies are not found on another network', () => {
    const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    expect(findCurrencyByToken(getNetwork('base'), token)).toBeDefined()
    expect(findCurrencyByToken(getNetwork('mainnet'), token)).toBeUndefined()
  })

  it.each([['usd'], ['USDC'], ['USDC-polygon'], [''], ['__proto__'], ['constructor']])(
    'currencies reject %j',
    (id) => {
      expect(findCurrency(id)).toBeUndefined()
      expect(() => getCurrency(id)).toThrow(UnknownCurrencyError)
    },
  )

  it('currencies have a display symbol without the network', () => {
    expect(getCurrency('ETH-base-base')).toMatchObject({
      symbol: 'ETH',
      currency: { symbol: 'ETH-base' },
    })
    expect(getCurrency('USDCn-matic').symbol).toBe('USDC')
    expect(getCurrency('EUR').symbol).toBe('EUR')
  })

  it('currencies identify fiat and native currencies by the hash that conversion contracts use', () => {
    const hashOf = ({ type, symbol }: Currency): string => {
      const value = { type: type.toLowerCase(), value: symbol.toLowerCase() }
      return `0x${keccak256(stringToBytes(JSON.stringify(value))).slice(-40)}`
    }
    const hashed = currencies.filter(({ type }) => type === 'ISO4217' || type === 'ETH')
    expect(hashed).toHaveLength(fiatIds.length + networks.length)
    for (const currency of hashed) {
      const isLocal = getCurrency(currency.id).network?.isLocal === true
      const symbol = isLocal ? 'ETH' : currency.symbol
      expect([currency.id, currency.hash]).toEqual([currency.id, hashOf({ ...currency, symbol })])
    }
  })

  it('currencies include 30 fiat currencies, with the minor units of ISO 4217', () => {
    const without = fiatCurrencies.filter(({ decimals }) => decimals === 0).map(({ id }) => id)
    expect(fiatIds).toHaveLength(30)
    expect(without).toEqual(['JPY', 'KRW', 'CLP'])
    expect(fiatCurrencies.filter(({ decimals }) => decimals === 2)).toHaveLength(27)
  })

  it('currencies copy every token address and its decimals from a named source', () => {
    const sources: readonly { id: string; address: string; decimals: number }[] = [
      ...tokenList.tokens,
      ...tokenList.elsewhere,
    ]
    for (const { id, address, decimals, chainId } of currencies.filter(isPublicToken)) {
      const known = sources.find((entry) => entry.id === id) ?? circleToken(chainId, address)
      expect([id, known?.address.toLowerCase()]).toEqual([id, address.toLowerCase()])
      expect([id, known?.decimals]).toEqual([id, decimals])
    }
  })

  it("currencies include Circle's tokens on every chain for which viem has them", () => {
    for (const { chainId, tokens, isLocal } of networks) {
      if (isLocal) continue
      const addresses = tokens.map(({ address }) => address)
      for (const known of circle) {
        const address = known.addresses[chainId]
        if (address !== undefined) expect(addresses).toContain(address)
      }
    }
  })

  it('currencies mark Tether as a token that requires an allowance reset', () => {
    const marked = networks
      .flatMap(({ tokens }) => tokens)
      .filter(({ resetsApproval }) => resetsApproval === true)
    expect(marked.map(({ currencyId }) => currencyId)).toEqual([
      'USDT-mainnet',
      'USDT-tron',
      'USDT-devnet',
      'USDT-devnet-b',
    ])
  })
})
