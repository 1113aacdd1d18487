import { describe, expect, it } from 'vitest'
import {
  buildCatalogue,
  type CatalogueToken,
  type ListedToken,
  SourcesDisagreeError,
} from '../../scripts/buildCatalogue.ts'
import { renderTokens, tokenLines } from '../../scripts/renderTokens.ts'
import { InvalidAddressError } from '../errors.ts'
import { currencies, networks } from '../networks/index.ts'
import { parseTokens } from './parseTokens.ts'

// Invented tokens: the addresses contain no letters, so that any casing is the checksum.
const A = '0x1111111111111111111111111111111111111111'
const B = '0x2222222222222222222222222222222222222222'
const C = '0x3333333333333333333333333333333333333333'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

function token(change: Partial<ListedToken> = {}): ListedToken {
  return { chainId: 8453, address: A, name: 'Some Token', symbol: 'SOME', decimals: 18, ...change }
}

function build(list: readonly ListedToken[], published: readonly CatalogueToken[] = []) {
  const { tokens, refused } = buildCatalogue({ list, networks, currencies, published })
  return {
    ids: tokens.map(({ idPart, network }) => `${idPart}-${network}`),
    refused: refused.map(({ token: { symbol }, reason }) => [symbol, reason]),
    tokens,
  }
}

describe('buildCatalogue', () => {
  it('buildCatalogue includes the tokens on public EVM networks, by network in registry order', () => {
    const list = [
      token({ chainId: 8453, address: A, symbol: 'LATER' }),
      token({ chainId: 1, address: B, symbol: 'FIRST' }),
      token({ chainId: 999_999, address: C }),
      token({ chainId: 31_337, address: C }),
      token({ chainId: 728_126_428, address: C }),
    ]
    expect(build(list).ids).toEqual(['FIRST-mainnet', 'LATER-base'])
  })

  it('buildCatalogue omits tokens that the registry has', () => {
    const list = [token({ address: USDC_BASE.toLowerCase(), symbol: 'Anything', decimals: 6 })]
    expect(build(list)).toEqual({ ids: [], refused: [], tokens: [] })
  })

  it('buildCatalogue throws when the list gives a registry token different decimals', () => {
    const list = [token({ address: USDC_BASE, symbol: 'USDC', decimals: 18 })]
    expect(() => build(list)).toThrow(SourcesDisagreeError)
    expect(() => build(list)).toThrowErrorMatchingInlineSnapshot(
      `[SourcesDisagreeError: USDC at 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 on chain 8453 has 6 decimals in the registry and 18 in the list.]`,
    )
  })

  it.each([
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda0291',
    '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02914',
  ])('buildCatalogue throws on the address %s', (address) => {
    expect(() => build([token({ address })])).toThrow(InvalidAddressError)
  })

  it('buildCatalogue writes addresses with their checksum', () => {
    const address = '0x514910771af9ca656af840dff83e8264ecf986ca'
    expect(build([token({ address })]).tokens[0]?.address).toBe(
      '0x514910771AF9Ca656af840dff83E8264EcF986CA',
    )
  })

  it.each([
    ['USDC'],
    ['usdc'],
    ['US-DC'],
    ['USDT'],
    ['DAI'],
    ['DAl'],
    ['DA1'],
    ['ETH'],
    ['EURC'],
    ['EUR'],
    // The plain symbol of a token that the registry has on this network.
    ['ETH-base'],
  ])('buildCatalogue rejects %s, which imitates a registry symbol', (symbol) => {
    expect(build([token({ symbol })])).toMatchObject({ ids: [], refused: [[symbol, 'imitates']] })
  })

  it('buildCatalogue rejects the symbol of a native coin only on that coin’s network', () => {
    const list = [
      token({ chainId: 56, symbol: 'BNB' }),
      token({ chainId: 137, symbol: 'POL' }),
      token({ chainId: 137, symbol: 'MATIC', address: B }),
      token({ chainId: 1, symbol: 'BNB' }),
    ]
    expect(build(list)).toMatchObject({
      ids: ['BNB-mainnet'],
      refused: [
        ['POL', 'imitates'],
        ['MATIC', 'imitates'],
        ['BNB', 'imitates'],
      ],
    })
  })

  it('buildCatalogue does not give bridged tokens the plain id', () => {
    const list = [token({ chainId: 137, symbol: 'USDC.e', decimals: 6 })]
    expect(build(list).ids).toEqual(['USDCe-matic'])
  })

  it.each([
    [{ symbol: '' }],
    [{ symbol: '...' }],
    [{ symbol: 'A B' }],
    [{ symbol: 'X'.repeat(21) }],
    [{ symbol: 'USDС' /* a Cyrillic letter */ }],
    [{ symbol: 'AB\u200B' }],
    [{ name: '' }],
    [{ name: 'x'.repeat(61) }],
    [{ name: 'Tab\u0000' }],
    [{ name: '\u202Eesrever' }],
    [{ decimals: -1 }],
    [{ decimals: 37 }],
    [{ decimals: 1.5 }],
  ])('buildCatalogue rejects %j', (change) => {
    const listed = token(change)
    expect(build([listed])).toMatchObject({ ids: [], refused: [[listed.symbol, 'malformed']] })
  })

  it('buildCatalogue accepts values at the bounds, and collapses spaces', () => {
    const listed = token({ symbol: 'X'.repeat(20), name: ` ${'x'.repeat(57)}  yz `, decimals: 36 })
    expect(build([listed]).tokens).toMatchObject([{ name: `${'x'.repeat(57)} yz`, decimals: 36 }])
  })

  it('buildCatalogue numbers tokens that share a symbol in list order, regardless of case', () => {
    const list = [
      token({ address: A, symbol: 'Lit' }),
      token({ address: B, symbol: 'LIT' }),
      token({ address: C, symbol: 'L.I.T' }),
      token({ address: A, symbol: 'LIT', chainId: 1 }),
    ]
    expect(build(list).ids).toEqual(['LIT-mainnet', 'Lit-base', 'LIT2-base', 'LIT3-base'])
  })

  it('buildCatalogue includes each contract only once', () => {
    expect(build([token(), token({ symbol: 'OTHER' })]).ids).toEqual(['SOME-base'])
  })

  it('buildCatalogue keeps a published token’s id, and also keeps the token’s place when the list drops the token', () => {
    const before = build([token({ address: A }), token({ address: B, symbol: 'GONE' })]).tokens
    const list = [token({ address: C }), token({ address: A, symbol: 'RENAMED' })]
    const after = build(list, before)
    expect(after.ids).toEqual(['SOME-base', 'GONE-base', 'SOME2-base'])
    expect(after.tokens.map(({ address }) => address)).toEqual([A, B, C])
  })

  it('buildCatalogue throws when a published token changes its decimals', () => {
    const before = build([token()]).tokens
    expect(() => build([token({ decimals: 6 })], before)).toThrow(SourcesDisagreeError)
  })

  it('buildCatalogue moves a published token to the registry, and throws when the registry reuses its id for another token', () => {
    const base = { network: 'base', decimals: 6, symbol: 'X', name: 'X' }
    const taken = { ...base, idPart: 'X', address: USDC_BASE }
    expect(build([], [taken]).ids).toEqual([])
    const robbed = { ...base, idPart: 'USDC', address: A }
    expect(() => build([], [robbed])).toThrowErrorMatchingInlineSnapshot(
      `[SourcesDisagreeError: The registry assigns USDC-base, the published id of 0x1111111111111111111111111111111111111111.]`,
    )
  })
})

describe('renderTokens', () => {
  it('renderTokens writes a module whose lines parse back unchanged', async () => {
    const tokens: CatalogueToken[] = [
      // Every character that has a special meaning in a template literal.
      {
        network: 'arbitrum-one',
        idPart: 'A',
        symbol: '$A',
        decimals: 0,
        address: A,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this text must not become a placeholder
        name: '${x} `\\n` $1 \\',
      },
      { network: 'base', idPart: 'B', symbol: 'B.b', decimals: 36, address: B, name: 'Two  words' },
      { network: 'base', idPart: 'C', symbol: 'C', decimals: 18, address: C, name: 'C' },
    ]
    const text = renderTokens(tokenLines(tokens), 'a list 1.0.0')
    const script = text.replace(/export const TOKENS: [^=]*/, 'export const TOKENS ')
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(script)}`)
    expect(module).toMatchObject({ TOKENS: { base: expect.any(String) } })
    const { TOKENS } = module as { TOKENS: Record<string, string> }
    const read = Object.entries(TOKENS).flatMap(([network, lines]) =>
      parseTokens(lines).map((line) => ({ network, ...line })),
    )
    expect(read).toEqual(tokens)
  })
})
