import { describe, expect, test } from 'vitest'
import {
  approve,
  BATCH,
  detail,
  ERC20_CONVERSION,
  ERC20_PROXY,
  EUR,
  etherItem,
  eurItem,
  expectation,
  FEE_ADDRESS,
  low,
  MAX,
  NATIVE_CONVERSION,
  NATIVE_HASH,
  payBatch,
  payErc20,
  payEther,
  payEur,
  payUsd,
  reasonOf,
  THIEF,
  USD,
  USDC,
  USDT,
  usdApproval,
  usdcItem,
  usdItem,
} from '../../test-support/honestHost.ts'
import type { Detail, Meta } from '../../test-support/viemOracle.ts'
import { getNetwork } from '../networks/index.ts'
import {
  type Expectation,
  type MismatchReason,
  verifyCalldata,
  type WireTransaction,
} from './index.ts'

type Case = [string, `${MismatchReason} at ${number}`, WireTransaction[]]

/** The hash of pounds: a request in another currency. */
const GBP = '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2'

describe('verifyCalldata accepts a correct conversion', () => {
  test('verifyCalldata accepts a conversion with its approval, with a reset of the allowance, and without an approval', () => {
    const { steps } = verifyCalldata(expectation(usdItem), [usdApproval, payUsd()])
    expect(steps).toMatchObject([
      { kind: 'approve', token: USDC, spender: ERC20_CONVERSION, amountUnits: 82_820_000n },
      {
        kind: 'pay',
        token: USDC,
        spender: ERC20_CONVERSION,
        amountUnits: 82_820_000n,
        transaction: { to: ERC20_CONVERSION, data: payUsd().data, value: 0n },
      },
    ])
    const reset = approve(USDC, ERC20_CONVERSION, 0n)
    expect(reasonOf(expectation(usdItem), [reset, usdApproval, payUsd()])).toBe('accepted')
    expect(reasonOf(expectation(usdItem), [payUsd()])).toBe('accepted')
  })

  test('verifyCalldata accepts a conversion to the coin, with the maximum spend as value', () => {
    const { steps } = verifyCalldata(expectation(eurItem), [payEur()])
    const value = 113_300_000_000_000_000n
    expect(steps).toMatchObject([
      {
        kind: 'pay',
        token: null,
        amountUnits: value,
        transaction: { to: NATIVE_CONVERSION, value },
      },
    ])
  })

  test('verifyCalldata accepts a conversion that may spend less than shown, with an approval for exactly that amount', () => {
    const less = payUsd({ maxToSpendUnits: 82_000_000n })
    const approval = approve(USDC, ERC20_CONVERSION, 82_000_000n)
    const { steps } = verifyCalldata(expectation(usdItem), [approval, less])
    expect(steps.map(({ amountUnits }) => amountUnits)).toEqual([82_000_000n, 82_000_000n])
    expect(steps.at(-1)?.transaction.data).toBe(less.data)
    const lessEther = payEur({ maxToSpendUnits: 1n })
    expect(verifyCalldata(expectation(eurItem), [lessEther]).steps[0]?.transaction.value).toBe(1n)
    expect(reasonOf(expectation(usdItem), [usdApproval, less])).toBe('excessive_approval at 0')
  })
})

describe('verifyCalldata rejects a manipulated conversion to a token', () => {
  test.each<Case>([
    [
      'a spending limit one unit above the shown one',
      'wrong_spending_limit at 0',
      [payUsd({ maxToSpendUnits: 82_820_001n })],
    ],
    ['no spending limit', 'wrong_spending_limit at 0', [payUsd({ maxToSpendUnits: MAX })]],
    ['a spending limit of zero', 'wrong_spending_limit at 0', [payUsd({ maxToSpendUnits: 0n })]],
    ['another request currency', 'wrong_path at 0', [payUsd({ path: [GBP, USDC] })]],
    ['another path to the token', 'wrong_path at 0', [payUsd({ path: [USD, NATIVE_HASH, USDC] })]],
    ['another token at its end', 'wrong_path at 0', [payUsd({ path: [USD, USDT] })]],
    ['the token alone', 'wrong_path at 0', [payUsd({ path: [USDC] })]],
    ['an empty path', 'wrong_path at 0', [payUsd({ path: [] })]],
    ['another payee', 'wrong_payee at 1', [usdApproval, payUsd({ payee: THIEF })]],
    ['a larger amount', 'wrong_amount at 0', [payUsd({ amountUnits: 80_00000001n })]],
    ['an amount without its padding', 'wrong_amount at 0', [payUsd({ amountUnits: 80_00n })]],
    [
      'another reference',
      'wrong_reference at 0',
      [payUsd({ paymentReference: '0xcd5add6bac7bb5c8' })],
    ],
    ['a larger fee', 'wrong_fee_amount at 0', [payUsd({ feeUnits: 2_00000001n })]],
    ['no fee', 'wrong_fee_amount at 0', [payUsd({ feeUnits: 0n })]],
    ['another fee address', 'wrong_fee_address at 0', [payUsd({ feeAddress: THIEF })]],
    ['rates of any age', 'wrong_rate_age at 0', [payUsd({ maxRateTimespanS: 0n })]],
    ['older rates', 'wrong_rate_age at 0', [payUsd({ maxRateTimespanS: 61n })]],
    ['an unknown proxy', 'wrong_contract at 0', [payUsd({ proxy: THIEF })]],
    ['the proxy of the coin', 'wrong_contract at 0', [payUsd({ proxy: NATIVE_CONVERSION })]],
    ['the fee proxy', 'wrong_contract at 0', [payUsd({ proxy: ERC20_PROXY })]],
    ['a value', 'wrong_value at 0', [{ ...payUsd(), value: 1 }]],
    ['a direct payment instead', 'unexpected_method at 0', [payErc20()]],
    ['a conversion to the coin instead', 'unexpected_method at 0', [payEur()]],
    [
      'the fee proxy as spender',
      'wrong_spender at 0',
      [approve(USDC, ERC20_PROXY, 82_820_000n), payUsd()],
    ],
    [
      'an unlimited approval',
      'unlimited_approval at 0',
      [approve(USDC, ERC20_CONVERSION, MAX), payUsd()],
    ],
    [
      'an approval one unit above the exact amount',
      'excessive_approval at 0',
      [approve(USDC, ERC20_CONVERSION, 82_820_001n), payUsd()],
    ],
    ['another chain id', 'wrong_chain at 0', [{ ...payUsd(), chainId: 10 }]],
    [
      'an extra word after it',
      'malformed_calldata at 0',
      [{ ...payUsd(), data: payUsd().data + '0'.repeat(64) }],
    ],
    ['a duplicate of itself', 'duplicate_payment at 1', [payUsd(), payUsd()]],
  ])('verifyCalldata rejects a conversion to a token with %s', (_, reason, transactions) => {
    expect(reasonOf(expectation(usdItem), transactions)).toBe(reason)
  })
})

describe('verifyCalldata rejects a manipulated conversion to the coin', () => {
  test.each<Case>([
    [
      'a value one unit above the shown one',
      'wrong_value at 0',
      [payEur({ maxToSpendUnits: 113_300_000_000_000_001n })],
    ],
    ['no value', 'wrong_value at 0', [payEur({ maxToSpendUnits: 0n })]],
    ['another path to the coin', 'wrong_path at 0', [payEur({ path: [EUR, NATIVE_HASH] })]],
    ['another payee', 'wrong_payee at 0', [payEur({ payee: THIEF })]],
    ['another amount', 'wrong_amount at 0', [payEur({ amountUnits: 1n })]],
    ['a fee', 'wrong_fee_amount at 0', [payEur({ feeUnits: 1n, feeAddress: THIEF })]],
    ['a maximum rate age', 'wrong_rate_age at 0', [payEur({ maxRateTimespanS: 1n })]],
    ['another proxy', 'wrong_contract at 0', [payEur({ proxy: ERC20_CONVERSION })]],
    ['a direct payment instead', 'unexpected_method at 0', [payEther()]],
    ['an approval', 'unexpected_approval at 0', [approve(USDC, NATIVE_CONVERSION, 1n), payEur()]],
  ])('verifyCalldata rejects a conversion to the coin with %s', (_, reason, transactions) => {
    expect(reasonOf(expectation(eurItem), transactions)).toBe(reason)
  })
})

test('verifyCalldata rejects a conversion when a direct payment is expected', () => {
  expect(reasonOf(expectation(usdcItem), [payUsd()])).toBe('unexpected_method at 0')
  expect(reasonOf(expectation(etherItem), [payEur()])).toBe('unexpected_method at 0')
})

describe('verifyCalldata rejects an invalid expectation', () => {
  const change = (facts: Partial<typeof usdItem.conversion>) =>
    expectation({ ...usdItem, conversion: { ...usdItem.conversion, ...facts } })
  test.each<[string, Expectation]>([
    ['whose path ends in another currency', change({ path: [USD, USDT] })],
    ['whose path has only the request currency', change({ path: [USDC] })],
    ['without a path', change({ path: [] })],
    ['with a spending limit of zero', change({ maxToSpendUnits: 0n })],
    ['with an amount of zero', expectation({ ...usdItem, amountUnits: 0n })],
    ['with a fee without a recipient', expectation({ ...usdItem, feeAddress: null })],
    [
      'on a network without the contracts',
      { ...expectation(usdItem), network: getNetwork('mantle') },
    ],
    [
      'in a batch on a network without the contracts',
      { ...expectation(usdcItem, usdItem), network: getNetwork('zksyncera') },
    ],
    [
      'in a batch whose path ends in another currency',
      expectation(usdcItem, { ...usdItem, token: USDT }),
    ],
  ])('verifyCalldata rejects an expectation %s', (_, expected) => {
    expect(reasonOf(expected, [payUsd()])).toBe('invalid_expectation at 0')
  })
})

describe('verifyCalldata for a batch with conversions', () => {
  const items = [usdcItem, eurItem, etherItem, usdItem]
  const [usd, usdc, ether, eur] = [usdItem, usdcItem, etherItem, eurItem].map(detail)
  if (!usd || !usdc || !ether || !eur) throw new Error('A detail is missing.')
  const groups = (changed: { usd?: Partial<Detail>; eur?: Partial<Detail> } = {}): Meta[] => [
    { paymentNetworkId: 0n, requestDetails: [{ ...usd, ...changed.usd }] },
    { paymentNetworkId: 2n, requestDetails: [usdc] },
    { paymentNetworkId: 3n, requestDetails: [ether] },
    { paymentNetworkId: 4n, requestDetails: [{ ...eur, ...changed.eur }] },
  ]
  const value = 1_001_000_000_000_000_000n + 113_300_000_000_000_000n
  const pay = (metas = groups(), facts: Parameters<typeof payBatch>[1] = {}) =>
    payBatch(metas, { value, feeAddress: FEE_ADDRESS, ...facts })
  const approval = approve(USDC, BATCH, 10_020_000n + 82_820_000n)

  test('verifyCalldata for a batch with conversions accepts one approval for the direct and the converted amounts', () => {
    const { steps } = verifyCalldata(expectation(...items), [approval, pay()])
    expect(steps.map(({ kind, amountUnits }) => [kind, amountUnits])).toEqual([
      ['approve', 92_840_000n],
      ['pay', value],
    ])
    expect(steps.at(-1)?.transaction).toMatchObject({ to: BATCH, data: pay().data, value })
  })

  test('verifyCalldata for a batch with conversions accepts lower spending limits, with exactly that value and approval', () => {
    const less = groups({ usd: { maxToSpend: 1n }, eur: { maxToSpend: 2n } })
    const lower = pay(less, { value: 1_001_000_000_000_000_002n })
    const { steps } = verifyCalldata(expectation(...items), [
      approve(USDC, BATCH, 10_020_001n),
      lower,
    ])
    expect(steps.map(({ amountUnits }) => amountUnits)).toEqual([
      10_020_001n,
      1_001_000_000_000_000_002n,
    ])
    expect(reasonOf(expectation(...items), [pay(less)])).toBe('wrong_value at 0')
  })

  test.each<Case>([
    [
      'a higher spending limit',
      'wrong_spending_limit at 0',
      [pay(groups({ usd: { maxToSpend: 82_820_001n } }))],
    ],
    [
      'a higher spending limit for the coin',
      'wrong_spending_limit at 0',
      [pay(groups({ eur: { maxToSpend: MAX } }))],
    ],
    [
      'another request currency',
      'wrong_path at 0',
      [pay(groups({ usd: { path: [GBP, low(USDC)] } }))],
    ],
    ['another path', 'wrong_path at 0', [pay(groups({ eur: { path: [EUR, NATIVE_HASH] } }))]],
    ['another payee', 'wrong_payee at 0', [pay(groups({ usd: { recipient: THIEF } }))]],
    ['another amount', 'wrong_amount at 0', [pay(groups({ usd: { requestAmount: 80_00n } }))]],
    ['another fee', 'wrong_fee_amount at 0', [pay(groups({ eur: { feeAmount: 1n } }))]],
    ['another fee address', 'wrong_fee_address at 0', [pay(groups(), { feeAddress: THIEF })]],
    ['rates of any age', 'wrong_rate_age at 0', [pay(groups({ usd: { maxRateTimespan: 0n } }))]],
    [
      'a cap of the batch fee',
      'unexpected_conversion at 0',
      [pay(groups(), { paths: [[low(USDC), USD]] })],
    ],
    ['another value', 'wrong_value at 0', [pay(groups(), { value: value + 1n })]],
    [
      'a conversion as a direct payment',
      'wrong_group at 0',
      [pay([{ paymentNetworkId: 2n, requestDetails: [usd, usdc] }, ...groups().slice(2)])],
    ],
    ['a conversion left out', 'missing_item at 0', [pay(groups().slice(1))]],
    [
      'an approval without the conversion',
      'insufficient_approval at 0',
      [approve(USDC, BATCH, 10_020_000n), pay()],
    ],
    [
      'an approval for the conversion proxy',
      'wrong_spender at 0',
      [approve(USDC, ERC20_CONVERSION, 92_840_000n), pay()],
    ],
    ['its conversion alone', 'unexpected_method at 0', [payUsd()]],
  ])('verifyCalldata for a batch with conversions rejects %s', (_, reason, transactions) => {
    expect(reasonOf(expectation(...items), transactions)).toBe(reason)
  })

  test('verifyCalldata for a batch with conversions rejects an unexpected conversion next to direct payments', () => {
    expect(reasonOf(expectation(usdcItem, etherItem, usdItem, eurItem), [pay()])).toBe('accepted')
    const direct = expectation(usdcItem, etherItem)
    expect(reasonOf(direct, [pay()])).toBe('unexpected_conversion at 0')
  })
})
