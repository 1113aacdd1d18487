import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PaymentLog } from '../evm/index.ts'
import { getNetwork } from '../networks/index.ts'
import { type PaymentTerms, ways } from './index.ts'

const mainnet = getNetwork('mainnet')
const ERC20_PROXY = '0x370de27fdb7d1ff1e1baa7d11c5820a324cf623c'
const NATIVE_PROXY = '0xfcfbcfc4f5a421089e3df45455f7f4985fe2d6a8'
const OLD_NATIVE_PROXY = '0xc6e23a20c0a1933acc8e30247b5d1e2215796c1f'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PAYEE = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'
const OTHER = '0x0c8bbadeacb2346ed4296ae6d2c575738eeac989'

const terms: PaymentTerms = {
  network: 'mainnet',
  token: USDC,
  payee: PAYEE,
  amountUnits: 10_000_000n,
  paymentReference: '0xcd5add6bac7bb5c9',
  feeUnits: 0n,
  feeAddress: null,
}
const log: PaymentLog = {
  kind: 'erc20',
  contract: ERC20_PROXY,
  token: USDC.toLowerCase(),
  payee: PAYEE.toLowerCase(),
  amountUnits: 1n,
  feeUnits: 0n,
  feeAddress: OTHER,
  referenceTopic: keccak256('0xcd5add6bac7bb5c9'),
  conversion: null,
  logIndex: 0,
  transactionHash: '0x',
  blockNumber: 1n,
  blockHash: '0x',
}
const inUnits = { credited: true, valuation: 'units' }
const nativeTerms = { ...terms, token: null }
const nativeLog: PaymentLog = { ...log, kind: 'native', contract: NATIVE_PROXY, token: null }

test('an event with the right proxy, token, payee and reference is credited, regardless of its amount', () => {
  expect(ways.direct.settle(terms, log, mainnet)).toEqual(inUnits)
  expect(ways.batch.settle(terms, log, mainnet)).toEqual(inUnits)
  expect(ways.direct.settle(nativeTerms, nativeLog, mainnet)).toEqual(inUnits)
})

test('an event from an older proxy version is credited', () => {
  const old = { ...nativeLog, contract: OLD_NATIVE_PROXY }
  expect(ways.direct.settle(nativeTerms, old, mainnet)).toEqual(inUnits)
})

test.each<[string, PaymentTerms, PaymentLog, string]>([
  ['another network', { ...terms, network: 'base' }, log, 'wrong_network'],
  ['a look-alike proxy', terms, { ...log, contract: OTHER }, 'wrong_contract'],
  ["the other proxy's address", terms, { ...log, contract: NATIVE_PROXY }, 'wrong_contract'],
  [
    'a native event of the token proxy',
    nativeTerms,
    { ...nativeLog, contract: ERC20_PROXY },
    'wrong_contract',
  ],
  [
    'another reference',
    terms,
    { ...log, referenceTopic: keccak256('0xcd5add6bac7bb5c8') },
    'wrong_reference',
  ],
  ['another token', terms, { ...log, token: OTHER }, 'wrong_token'],
  ['the coin instead of a token', terms, nativeLog, 'wrong_token'],
  ['a token instead of the coin', nativeTerms, log, 'wrong_token'],
  ['another payee', terms, { ...log, payee: OTHER }, 'wrong_payee'],
])('an event of %s is not credited', (_, expected, received, reason) => {
  expect(ways.direct.settle(expected, received, mainnet)).toEqual({ credited: false, reason })
})

test('a network without the proxy credits no event', () => {
  const bare = { ...mainnet, contracts: {} }
  expect(ways.direct.settle(terms, log, bare)).toEqual({
    credited: false,
    reason: 'wrong_contract',
  })
})

// The registry's conversion proxies, from Request Network's deployments.
const ERC20_CONVERSION = '0xe72ecea44b6d8b2b3cf5171214d9730e86213ca2'
const NATIVE_CONVERSION = '0x7ebf48a26253810629c191b56c3212fd0d211c26'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const ETHER = '0xf5af88e117747e87fc5929f2ff87221b1447652e'

/** 80 dollars in USDC. */
const converted = (maxRateTimespanS = 0n): PaymentTerms => ({
  ...terms,
  amountUnits: 80_00000000n,
  conversion: { path: [USD, USDC], maxToSpendUnits: 80_800_000n, maxRateTimespanS },
})
const claimOf = (change: object = {}) => ({
  currency: USD,
  amountUnits: 80_00000000n,
  feeUnits: 0n,
  maxRateTimespanS: 0n,
  ...change,
})
const conversionLog = (change: object = {}): PaymentLog => ({
  ...log,
  contract: ERC20_CONVERSION,
  conversion: claimOf(change),
})

describe('a request in another currency', () => {
  const settled = (expected: PaymentTerms, received: PaymentLog) =>
    ways.converted.settle(expected, received, mainnet)

  test('a conversion from the request currency counts the amount that the proxy received', () => {
    const asked = { credited: true, valuation: 'conversion' }
    expect(settled(converted(), conversionLog())).toEqual(asked)
    expect(ways.batch.settle(converted(), conversionLog(), mainnet)).toEqual(asked)
    const inEther = {
      ...converted(),
      token: null,
      conversion: { path: [USD, ETHER], maxToSpendUnits: 1n, maxRateTimespanS: 0n },
    }
    const etherLog = { ...nativeLog, contract: NATIVE_CONVERSION, conversion: claimOf() }
    expect(settled(inEther, etherLog)).toEqual(asked)
  })

  test('a payment in the request’s token from a fee proxy, or converted from another currency, counts at the rate', () => {
    const atRate = { credited: true, valuation: 'rate' }
    expect(settled(converted(), log)).toEqual(atRate)
    expect(settled(converted(), conversionLog({ currency: EUR }))).toEqual(atRate)
    expect(settled(converted(), conversionLog({ currency: USDC.toLowerCase() }))).toEqual(atRate)
    expect(settled(converted(), { ...conversionLog(), conversion: null })).toEqual(atRate)
    expect(settled(converted(60n), log)).toEqual(atRate)
  })

  test('an event from a fee proxy counts at the rate, regardless of conversion fields', () => {
    expect(settled(converted(), { ...conversionLog(), contract: ERC20_PROXY })).toEqual({
      credited: true,
      valuation: 'rate',
    })
  })

  test.each<[bigint, bigint, boolean]>([
    [60n, 60n, true],
    [60n, 1n, true],
    [60n, 61n, false],
    [60n, 0n, false],
    [1n, 1n, true],
    [1n, 0n, false],
    [0n, 0n, true],
    [0n, 999_999n, true],
  ])(
    'with a maximum rate age of %d s, a conversion with a maximum of %d s counts: %s',
    (most, age, counts) => {
      const settlement = settled(converted(most), conversionLog({ maxRateTimespanS: age }))
      expect(settlement).toEqual(
        counts
          ? { credited: true, valuation: 'conversion' }
          : { credited: false, reason: 'rate_age_unbounded' },
      )
    },
  )

  test.each<[string, object, string]>([
    ['a look-alike proxy', { contract: OTHER }, 'wrong_contract'],
    ['the proxy of the coin', { contract: NATIVE_CONVERSION }, 'wrong_contract'],
    ['another token', { token: OTHER }, 'wrong_token'],
    ['another payee', { payee: OTHER }, 'wrong_payee'],
    ['another reference', { referenceTopic: keccak256('0x00') }, 'wrong_reference'],
  ])('an event of %s is not credited', (_, change, reason) => {
    expect(settled(converted(), { ...conversionLog(), ...change })).toEqual({
      credited: false,
      reason,
    })
  })
})

test('a request in its own currency counts the amount received, even through a conversion proxy', () => {
  expect(ways.direct.settle(terms, conversionLog(), mainnet)).toEqual(inUnits)
  expect(ways.direct.settle(terms, conversionLog({ currency: EUR }), mainnet)).toEqual(inUnits)
})
