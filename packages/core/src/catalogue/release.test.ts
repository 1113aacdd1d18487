import { readFileSync } from 'node:fs'
import tokenListSchema from '@uniswap/token-lists/src/tokenlist.schema.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { generateCatalogue } from '../../scripts/generateCatalogue.ts'
import { type Manifest, nextRelease } from '../../scripts/nextRelease.ts'
import { readTokenList } from '../../scripts/readTokenList.ts'
import { findNetworkByChainId } from '../networks/index.ts'
import { type Currency, catalogue, findCurrencyByToken, publishedCurrencies } from './index.ts'
import manifest from './manifest.json' with { type: 'json' }
import { TOKENS } from './tokens.ts'

const LATER = new Date('2031-02-03T04:05:06.789Z')

describe('the committed catalogue', () => {
  const list = readTokenList()
  const { files, refused } = generateCatalogue(list, { lines: TOKENS, manifest }, LATER)

  it.each(Object.entries(files))(
    '%s has exactly the bytes that packages/core/scripts/catalogue.ts writes: run it when this fails',
    (name, text) => {
      expect(readFileSync(new URL(name, import.meta.url), 'utf8')).toBe(text)
    },
  )

  it('the committed catalogue has the version that the manifest allows for its content', () => {
    expect(nextRelease(manifest, publishedCurrencies, LATER)).toBe(manifest)
    expect(catalogue).toMatchObject({ version: manifest.version, timestamp: manifest.timestamp })
  })

  it('the committed catalogue has every token in the list on our networks, with the listed exceptions', () => {
    expect(
      refused.map(({ token, reason }) => [token.chainId, token.symbol, token.address, reason]),
    ).toEqual([
      // This token is not one of Circle's coins; Circle issues EURC on other networks.
      [42161, 'EURC', '0x863708032B5c328e11aBcbC0DF9D79C71Fc52a48', 'imitates'],
      // The system contract that represents the native coin.
      [137, 'MATIC', '0x0000000000000000000000000000000000001010', 'imitates'],
    ])
    for (const token of list.tokens) {
      const network = findNetworkByChainId(token.chainId)
      if (network === undefined || refused.some((one) => one.token === token)) continue
      const found = findCurrencyByToken(network, token.address)
      expect([token.symbol, found?.currency.decimals]).toEqual([token.symbol, token.decimals])
    }
  })

  it('the committed catalogue passes the token list schema in the members that it covers', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    const validate = ajv.compile(tokenListSchema)
    const tokens = publishedCurrencies
      .filter(({ type }) => type.endsWith('20'))
      .map(({ chainId, address, decimals, name, symbol }) => ({
        chainId,
        address,
        decimals,
        name,
        symbol,
      }))
    expect(tokens.length).toBeGreaterThan(500)
    expect(validate({ ...catalogue, tokens })).toBe(true)
    expect(validate({ ...catalogue, tokens: [{ ...tokens[0], chainId: 0 }] })).toBe(false)
    expect(new Date(catalogue.timestamp).toISOString()).toBe(catalogue.timestamp)
  })
})

describe('nextRelease', () => {
  const one = currency({ id: 'ONE-base' })
  const two = currency({ id: 'TWO-base', address: '0x2222222222222222222222222222222222222222' })
  const start = new Date('2026-01-01T00:00:00.000Z')
  const first = releaseAfter({ version: { major: 2, minor: 3, patch: 4 } }, [one, two])

  it('nextRelease keeps the version if nothing has changed', () => {
    expect(nextRelease(first, [one, two], LATER)).toBe(first)
  })

  it.each<[string, Currency[], Manifest['version']]>([
    ['a new currency', [one, two, currency({ id: 'NEW-base' })], { major: 2, minor: 4, patch: 0 }],
    ['a new name', [{ ...one, name: 'Other' }, two], { major: 2, minor: 3, patch: 5 }],
    ['a new symbol', [{ ...one, symbol: 'OTHER' }, two], { major: 2, minor: 3, patch: 5 }],
    ['another order', [two, one], { major: 2, minor: 3, patch: 5 }],
    ['a removed currency', [one], { major: 3, minor: 0, patch: 0 }],
    ['another id', [one, { ...two, id: 'DUO-base' }], { major: 3, minor: 0, patch: 0 }],
    ['other decimals', [one, { ...two, decimals: 6 }], { major: 3, minor: 0, patch: 0 }],
    ['another address', [one, { ...two, address: one.address }], { major: 3, minor: 0, patch: 0 }],
    ['another chain', [one, { ...two, chainId: 10 }], { major: 3, minor: 0, patch: 0 }],
    ['another type', [one, { ...two, type: 'TRC20' }], { major: 3, minor: 0, patch: 0 }],
    ['another hash', [one, { ...two, hash: one.hash.slice(1) }], { major: 3, minor: 0, patch: 0 }],
  ])('nextRelease bumps the version for %s', (_, list, version) => {
    const next = nextRelease(first, list, LATER)
    expect(next).toMatchObject({ version, timestamp: LATER.toISOString() })
    expect(Object.keys(next.currencies)).toEqual(list.map(({ id }) => id))
    expect(next.sha256).not.toBe(first.sha256)
  })

  function releaseAfter({ version }: Pick<Manifest, 'version'>, list: Currency[]): Manifest {
    const empty = { version, timestamp: start.toISOString(), sha256: '', currencies: {} }
    return { ...nextRelease(empty, list, start), version }
  }
})

function currency(change: Partial<Currency>): Currency {
  const address = '0x1111111111111111111111111111111111111111'
  return {
    id: 'ONE-base',
    name: 'One',
    symbol: 'ONE',
    decimals: 18,
    address,
    network: 'base',
    type: 'ERC20',
    hash: address,
    chainId: 8453,
    ...change,
  }
}
