import { getAddress } from 'viem'
import { tokens as viemTokens } from 'viem/tokens'
import { describe, expect, it } from 'vitest'
import tokenList from '../../vectors/currencies.json' with { type: 'json' }
import { UnknownCurrencyError } from '../errors.ts'
import { fiatCurrencies } from '../networks/fiatCurrencies.ts'
import {
  findNetworkByChainId,
  getNetwork,
  networks,
  currencies as ours,
} from '../networks/index.ts'
import { isTronAddress } from '../tronAddress.ts'
import * as entry from './index.ts'
import {
  type Currency,
  currencies,
  findCurrency,
  findCurrencyByToken,
  getCurrency,
  publishedCurrencies,
} from './index.ts'

const PRINTABLE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const tokens = currencies.filter(({ type }) => type === 'ERC20' || type === 'TRC20')

/** Returns the ids of the currencies that break a rule, so that a failure lists them. */
function idsWhere(breaks: (currency: Currency) => boolean): string[] {
  return currencies.filter(breaks).map(({ id }) => id)
}

describe('the catalogue', () => {
  it('the catalogue exports the listed names', () => {
    expect(Object.keys(entry).sort()).toEqual([
      'catalogue',
      'currencies',
      'findCurrency',
      'findCurrencyByToken',
      'findPricing',
      'getCurrency',
      'isStablecoin',
      'marketAsset',
      'publishedCurrencies',
    ])
  })

  it('the catalogue holds more than 500 currencies on public EVM networks and Tron', () => {
    const isPublic = ({ network }: Currency) => getNetwork(network).isLocal === false
    expect(tokens.filter(isPublic).length).toBeGreaterThan(500)
    const of = (network: string) => tokens.filter((token) => token.network === network).length
    for (const network of ['mainnet', 'arbitrum-one', 'optimism', 'base', 'matic', 'bsc'])
      expect([network, of(network) > 40]).toEqual([network, true])
    expect(of('tron')).toBe(2)
  })

  it('the catalogue contains every registry currency unchanged', () => {
    for (const currency of ours) expect(getCurrency(currency.id).currency).toBe(currency)
    expect(currencies).toEqual(expect.arrayContaining([...ours]))
  })

  it('the catalogue gives every currency a unique id, regardless of case and including aliases', () => {
    const owners = new Map<string, string>()
    for (const { id } of currencies) {
      const { token, network } = getCurrency(id)
      for (const name of [id, ...((token ?? network?.nativeCurrency)?.aliases ?? [])]) {
        expect([name, owners.get(name.toUpperCase()) ?? id]).toEqual([name, id])
        owners.set(name.toUpperCase(), id)
      }
    }
    expect(new Set(currencies.map(({ id }) => id)).size).toBe(currencies.length)
  })

  it('the catalogue builds each id from letters, digits and the network', () => {
    const odd = idsWhere(
      ({ id, type, network }) => type !== 'ISO4217' && !/^[A-Za-z0-9]+$/.test(partOf(id, network)),
    )
    // Native coins keep the ids that existing clients use.
    expect(odd).toEqual([
      'ETH-optimism-optimism',
      'ETH-base-base',
      'ETH-zksync-zksyncera',
      'ETH-sepolia-sepolia',
    ])
  })

  it('the catalogue has each contract once per network, with its checksum', () => {
    const keys = tokens.map(({ network, address }) => `${network}:${address.toLowerCase()}`)
    expect(new Set(keys).size).toBe(tokens.length)
    for (const { id, address, hash, network, chainId } of tokens) {
      const isTron = getNetwork(network).family === 'tron'
      if (isTron) expect([id, isTronAddress(address)]).toEqual([id, true])
      else expect([id, address]).toEqual([id, getAddress(address.toLowerCase())])
      expect([id, hash]).toEqual([id, address])
      expect([id, findNetworkByChainId(chainId)?.id]).toEqual([id, network])
    }
  })

  it('the catalogue lists none of the service’s contracts as a token', () => {
    const contracts = networks.flatMap(({ id, contracts: all }) =>
      Object.values(all).flatMap(({ address, others = [] }) =>
        [address, ...others.map((other) => other.address)].map((one) => `${id}:${one}`),
      ),
    )
    const taken = new Set(contracts)
    expect(idsWhere(({ network, address }) => taken.has(`${network}:${address}`))).toEqual([])
  })

  it('the catalogue gives every currency a whole number of decimals from 0 to 36', () => {
    const isWrong = (decimals: number) =>
      !Number.isInteger(decimals) || decimals < 0 || decimals > 36
    expect(idsWhere(({ decimals }) => isWrong(decimals))).toEqual([])
  })

  it('the catalogue has printable names and symbols of bounded length', () => {
    const isOdd = ({ name, symbol }: Currency) =>
      name.length > 60 ||
      symbol.length > 20 ||
      symbol.includes(' ') ||
      !PRINTABLE.test(name) ||
      !PRINTABLE.test(symbol)
    expect(idsWhere(isOdd)).toEqual([])
  })

  it("the catalogue agrees with viem's list on every contract in both", () => {
    let shared = 0
    for (const { addresses, decimals } of viemTokens.all) {
      for (const [chainId, address] of Object.entries(addresses)) {
        const network = findNetworkByChainId(Number(chainId))
        const found = network && findCurrencyByToken(network, String(address))
        if (found === undefined) continue
        shared += 1
        expect([found.currency.id, found.currency.decimals]).toEqual([found.currency.id, decimals])
      }
    }
    expect(shared).toBeGreaterThan(10)
  })

  it('the catalogue has every currency in the published list that clients use, under its id', () => {
    for (const { id, decimals, address } of tokenList.tokens) {
      const { currency } = getCurrency(id)
      expect([id, currency.decimals]).toEqual([id, decimals])
      expect([id, currency.address.toLowerCase()]).toEqual([id, address.toLowerCase()])
    }
  })

  it.each(['USDC', 'USDT', 'DAI', 'EURC', 'ETH', ...fiatCurrencies.map(({ id }) => id)])(
    'the catalogue leaves %s to the registry',
    (symbol) => {
      const registered = new Set(ours.map(({ id }) => id))
      const taken = idsWhere(
        ({ id, symbol: own, network }) =>
          !registered.has(id) &&
          [own, partOf(id, network)].some((name) => name.toUpperCase() === symbol),
      )
      expect(taken).toEqual([])
    },
  )

  it.each([
    ['USDCe-matic', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    ['USDCe-optimism', '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
    ['USDCe-arbitrum-one', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
    // Circle's own token, next to the bridged token above.
    ['USDC-matic', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
    ['USDC-optimism', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
    ['USDC-arbitrum-one', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
    // The addresses in the issuers' documentation.
    ['AAVE-mainnet', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'],
    ['LINK-mainnet', '0x514910771AF9Ca656af840dff83E8264EcF986CA'],
    ['UNI-mainnet', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'],
    ['WETH-base', '0x4200000000000000000000000000000000000006'],
    ['ARB-arbitrum-one', '0x912CE59144191C1204E64559FE8253a0e49E6548'],
    ['OP-optimism', '0x4200000000000000000000000000000000000042'],
  ])('the catalogue has %s at %s', (id, address) => {
    expect(getCurrency(id).currency.address).toBe(address)
  })
})

describe('findCurrency', () => {
  it('findCurrency resolves a catalogue token like a registry token', () => {
    const found = getCurrency('AAVE-mainnet')
    expect(found).toMatchObject({
      network: getNetwork('mainnet'),
      token: { currencyId: 'AAVE-mainnet', symbol: 'AAVE', decimals: 18, aliases: [] },
      symbol: 'AAVE',
      isNative: false,
      isFiat: false,
    })
    expect(Object.keys(found.currency)).toEqual(Object.keys(getCurrency('USDC-base').currency))
    expect(findCurrency('AAVE-mainnet')).toBe(found)
  })

  it.each([
    ['USDC.e-matic', 'USDCe-matic'],
    ['$SUP-bsc', 'SUP-bsc'],
    ['REPv2_Yes_1-mainnet', 'REPv2Yes1-mainnet'],
    ['USDC-matic', 'USDCn-matic'],
    ['USDC-base-base', 'USDC-base'],
  ])('findCurrency resolves %s to %s', (alias, id) => {
    expect(getCurrency(alias).currency.id).toBe(id)
  })

  it('findCurrency distinguishes two tokens that share a symbol by a number in the id', () => {
    expect(getCurrency('LIT-mainnet').currency).toMatchObject({ symbol: 'LIT', name: 'Litentry' })
    expect(getCurrency('LIT2-mainnet').currency).toMatchObject({ symbol: 'LIT', name: 'Lighter' })
  })

  it.each(['aave-mainnet', 'AAVE', 'AAVE-polygon', '', '__proto__', 'constructor', 'mainnet'])(
    'findCurrency rejects %j',
    (id) => {
      expect(findCurrency(id)).toBeUndefined()
      expect(() => getCurrency(id)).toThrow(UnknownCurrencyError)
    },
  )
})

describe('findCurrencyByToken', () => {
  it('findCurrencyByToken finds every token regardless of case, native coins by null, and none on another network', () => {
    for (const { id, network: networkId, address } of tokens) {
      const network = getNetwork(networkId)
      expect(findCurrencyByToken(network, address)?.currency.id).toBe(id)
      const lower = findCurrencyByToken(network, address.toLowerCase())?.currency.id
      expect(lower).toBe(network.family === 'tron' ? undefined : id)
    }
    for (const network of networks)
      expect(findCurrencyByToken(network, null)).toMatchObject({ isNative: true, network })
    const aave = getCurrency('AAVE-mainnet').currency.address
    expect(findCurrencyByToken(getNetwork('base'), aave)).toBeUndefined()
  })
})

describe('publishedCurrencies', () => {
  it('publishedCurrencies contains all currencies except those on local chains, in order', () => {
    const isLocal = ({ network }: Currency) => network.startsWith('devnet')
    expect(publishedCurrencies).toEqual(currencies.filter((currency) => !isLocal(currency)))
    expect(publishedCurrencies.length).toBeLessThan(currencies.length)
    expect(publishedCurrencies.slice(0, fiatCurrencies.length + 1).map(({ id }) => id)).toEqual([
      ...fiatCurrencies.map(({ id }) => id),
      'ETH-mainnet',
    ])
  })
})

function partOf(id: string, network: string): string {
  return network === 'fiat' ? id : id.slice(0, -(network.length + 1))
}
