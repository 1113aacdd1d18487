import { readFileSync } from 'node:fs'
import { isSameAddress } from '@secure-payment/core/evm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesToTry } from '../../../tests/support/casesToTry.ts'
import type { BridgeQuery, BridgeQuote } from './bridge.ts'
import { BridgeUnavailableError } from './errors.ts'
import { parseLifiQuote, type QuoteTerms } from './parseLifiQuote.ts'

/** Recorded responses of LI.FI; the file's `source` member states their origin. */
const recording = readFileSync(new URL('./lifiRecording.json', import.meta.url), 'utf8')

const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const OTHER = '0x5ECc000000000000000000000000000000000009'

const query: BridgeQuery = {
  fromChainId: 10,
  fromToken: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  fromAddress: '0x1111111111111111111111111111111111111111',
  toChainId: 8453,
  toToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  toUnits: 10_000_000n,
  fallbackAddress: '0x2222222222222222222222222222222222222222',
  call: {
    to: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    data: '0xc219a14d',
    gasLimit: 150_000n,
  },
}
const terms: QuoteTerms = {
  diamond: DIAMOND,
  bridges: ['across'],
  expiresAt: new Date('2026-01-01T00:00:30Z'),
}

/** Returns the recorded quote with one member changed; `undefined` omits it. */
function changed(path: string, value: unknown): unknown {
  const step: unknown = JSON.parse(recording).quote
  set(step, path.split('.'), value)
  return step
}

function set(parent: unknown, [name, ...deeper]: string[], value: unknown): void {
  if (typeof parent !== 'object' || parent === null || name === undefined) return
  if (deeper.length > 0) set(Reflect.get(parent, name), deeper, value)
  else if (value === undefined) Reflect.deleteProperty(parent, name)
  else Reflect.set(parent, name, value)
}

function refusal(step: unknown): BridgeUnavailableError | BridgeQuote {
  try {
    return parseLifiQuote(step, query, terms)
  } catch (error) {
    if (error instanceof BridgeUnavailableError) return error
    throw error
  }
}

describe('parseLifiQuote', () => {
  it('parseLifiQuote reads a quote', () => {
    expect(parseLifiQuote(JSON.parse(recording).quote, query, terms)).toEqual({
      id: 'step-1',
      tool: 'across',
      fromUnits: 10_020_000n,
      toUnits: 10_000_000n,
      toMinUnits: 10_000_000n,
      approvalAddress: DIAMOND,
      transaction: { to: DIAMOND, data: '0xdeadbeef', value: 0n, chainId: 10 },
      fees: [
        {
          kind: 'bridge',
          name: 'Relayer fee',
          units: 20_000n,
          symbol: 'USDC',
          decimals: 6,
          amountUsd: '0.02',
          included: true,
        },
        {
          kind: 'gas',
          name: 'SEND',
          units: 250_000_000_000n,
          symbol: 'ETH',
          decimals: 18,
          amountUsd: '0.001',
          included: false,
        },
      ],
      durationS: 4,
      expiresAt: new Date('2026-01-01T00:00:30Z'),
    })
  })

  it.each<[string, unknown]>([
    ['transactionRequest.chainId', 8453],
    ['action.fromChainId', 1],
    ['action.toChainId', 1],
    ['action.fromToken.address', OTHER],
    ['action.fromToken.chainId', 8453],
    ['action.toToken.address', OTHER],
    ['action.toToken.chainId', 10],
    ['tool', 'stargateV2'],
    ['estimate.approvalAddress', OTHER],
    ['transactionRequest.to', OTHER],
    ['transactionRequest.from', OTHER],
    ['transactionRequest.value', '0x1'],
    ['transactionRequest.value', 1],
    ['estimate.fromAmount', '10020001'],
    ['action.fromAmount', '10020001'],
    ['estimate.toAmountMin', '9999999'],
    ['estimate.toAmount', '9999999'],
  ])('parseLifiQuote rejects a quote with %s = %j as unsafe', (path, value) => {
    expect(refusal(changed(path, value))).toMatchObject({ problem: 'unsafe' })
  })

  it('parseLifiQuote names the address that would have received the money', () => {
    expect(refusal(changed('estimate.approvalAddress', OTHER))).toMatchObject({
      detail: `the approval is for ${OTHER}, which is not LiFiDiamond`,
    })
    expect(refusal(changed('transactionRequest.to', OTHER))).toMatchObject({
      detail: `the transaction calls ${OTHER}, which is not LiFiDiamond`,
    })
  })

  it.each<[string, unknown]>([
    ['id', ''],
    ['transactionRequest', undefined],
    ['transactionRequest.to', undefined],
    ['transactionRequest.to', '0x1231'],
    ['transactionRequest.to', '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4Eae'],
    ['transactionRequest.chainId', '10'],
    ['transactionRequest.data', '0x'],
    ['transactionRequest.data', '0xdeadbee'],
    ['transactionRequest.value', undefined],
    ['transactionRequest.value', -1],
    ['transactionRequest.value', '0.5'],
    ['estimate.approvalAddress', null],
    ['estimate.fromAmount', 10_020_000],
    ['estimate.fromAmount', '1.002e7'],
    ['estimate.fromAmount', '-10020000'],
    ['estimate.toAmountMin', undefined],
    ['estimate.toAmountMin', '10000000.5'],
    ['estimate.toAmountMin', String(2n ** 256n)],
    ['estimate.executionDuration', '4'],
  ])('parseLifiQuote rejects a quote with %s = %j as malformed', (path, value) => {
    expect(refusal(changed(path, value))).toMatchObject({ problem: 'malformed' })
  })

  it('parseLifiQuote rejects oversized calldata', () => {
    const step = changed('transactionRequest.data', `0x${'00'.repeat(40_000)}`)
    expect(refusal(step)).toMatchObject({ problem: 'malformed' })
  })

  it.each<[string, unknown]>([
    ['transactionRequest.from', undefined],
    ['transactionRequest.value', '0'],
    ['transactionRequest.value', 0],
    ['transactionRequest.to', DIAMOND.toLowerCase()],
    ['action.fromToken.address', query.fromToken.toLowerCase()],
    ['includedSteps', 'something new'],
    ['toolDetails', undefined],
    ['estimate.feeCosts', undefined],
    ['estimate.gasCosts', null],
  ])('parseLifiQuote accepts a quote with %s = %j', (path, value) => {
    expect(refusal(changed(path, value))).toMatchObject({
      fromUnits: 10_020_000n,
      transaction: { to: DIAMOND, value: 0n },
    })
  })

  it('parseLifiQuote accepts an arriving amount above the requested one', () => {
    const step = changed('estimate.toAmount', '10000005')
    set(step, ['estimate', 'toAmountMin'], '10000001')
    expect(refusal(step)).toMatchObject({ toUnits: 10_000_005n, toMinUnits: 10_000_001n })
  })

  it('parseLifiQuote omits unreadable costs and deceptive text', () => {
    const usdc = { symbol: 'US\u202eDC', decimals: 6 }
    const feeCosts = [
      { name: 'No amount', token: usdc },
      { name: 'A\u0000 fee\nof two lines', amount: '5', amountUSD: 'free', token: usdc },
      { name: 'Apart', amount: '6', included: false, token: usdc },
      'nothing',
      ...Array.from({ length: 100 }, () => ({ name: 'One of many', amount: '1', token: usdc })),
    ]
    const quote = parseLifiQuote(changed('estimate.feeCosts', feeCosts), query, terms)
    expect(quote.fees).toHaveLength(19)
    expect(quote.fees.slice(0, 2)).toEqual([
      {
        kind: 'bridge',
        name: 'A fee of two lines',
        units: 5n,
        symbol: 'US DC',
        decimals: 6,
        amountUsd: null,
        included: true,
      },
      {
        kind: 'bridge',
        name: 'Apart',
        units: 6n,
        symbol: 'US DC',
        decimals: 6,
        amountUsd: null,
        included: false,
      },
    ])
  })

  it('parseLifiQuote returns a checked quote or throws its own error, for any response', () => {
    let quotes = 0
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const step: unknown = JSON.parse(recording).quote
        for (const { path, value } of mutations) set(step, path, value)
        const result = refusal(JSON.parse(JSON.stringify(step)))
        if (result instanceof BridgeUnavailableError) return
        quotes += 1
        expectSafe(result)
      }),
      { numRuns: casesToTry(5_000) },
    )
    // Both branches were covered.
    expect(quotes).toBeGreaterThan(100)
    expect(quotes).toBeLessThan(4_900)
  })

  it('parseLifiQuote rejects any other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(refusal(body)).toMatchObject({ problem: 'malformed' })
      }),
      { numRuns: casesToTry(2_000) },
    )
  })
})

/** The path of every member of the recorded quote. */
const paths = pathsOf(JSON.parse(recording).quote)

function pathsOf(value: unknown, prefix: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [prefix]
  const deeper = Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, [...prefix, name]),
  )
  return prefix.length === 0 ? deeper : [prefix, ...deeper]
}

const mutation = fc.record({
  path: fc.constantFrom(...paths),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
    fc.constantFrom(DIAMOND, OTHER, query.fromToken, query.toToken, '0x', '0x0', 'across', 'NaN'),
    fc.constantFrom(10, 8453, 0, -1, 1.5, 1e21, 2 ** 53),
    fc.bigInt({ min: 9_999_990n, max: 10_020_010n }).map(String),
    fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }).map(String),
  ),
})

function expectSafe(quote: BridgeQuote): void {
  const { transaction } = quote
  expect(transaction.chainId).toBe(10)
  expect(transaction.value).toBe(0n)
  expect(isSameAddress(transaction.to, DIAMOND)).toBe(true)
  expect(isSameAddress(quote.approvalAddress, DIAMOND)).toBe(true)
  expect(transaction.data).toMatch(/^0x(?:[0-9a-fA-F]{2}){4,}$/)
  expect(quote.tool).toBe('across')
  expect(quote.fromUnits > 0n && quote.fromUnits < 2n ** 256n).toBe(true)
  expect(quote.toMinUnits >= query.toUnits && quote.toUnits >= quote.toMinUnits).toBe(true)
  expect(Number.isInteger(quote.durationS)).toBe(true)
}
